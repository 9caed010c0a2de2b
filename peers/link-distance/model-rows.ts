import {
  rowCount,
  rowOf,
  type SparseVector,
  sparseRows,
} from "../../lib/domain/stats/vector/sparse-rows.ts";
import {
  loadFloatRows,
  type StoredFloatRows,
  storeFloatRows,
} from "../../lib/domain/stats/vector/stored-vectors.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { TrainingRows } from "./forests.ts";

/** Pages with their relevance, and links to them. */
export interface LabelledRows extends TrainingRows {
  readonly urls: readonly Url[];
  /** Relevance of each page, in [0,1]; NaN when unknown. */
  readonly labels: Float64Array;
}

/** {@link LabelledRows} as JSON. */
export type ModelRows = {
  readonly urls: readonly Url[];
  readonly labels: readonly number[];
  readonly pages: StoredFloatRows;
  readonly links: StoredFloatRows;
  readonly leadsTo: readonly number[];
};

/** Converts rows to JSON, without the pages that have no label and the links to them. */
export function storeLabelled({ urls, labels, pages, links, leadsTo }: LabelledRows): ModelRows {
  const kept = [...labels.keys()].filter((page) => !Number.isNaN(labels[page]));
  const numbers = new Map(kept.map((page, number) => [page, number]));
  const leading = [...leadsTo.keys()].filter((link) => numbers.has(leadsTo[link] ?? -1));
  return {
    urls: kept.flatMap((page) => urls.slice(page, page + 1)),
    labels: kept.map((page) => labels[page] ?? 0),
    pages: storeFloatRows(
      sparseRows(
        kept.map((page) => rowOf(pages, page)),
        pages.width,
      ),
    ),
    links: storeFloatRows(
      sparseRows(
        leading.map((link) => rowOf(links, link)),
        links.width,
      ),
    ),
    leadsTo: leading.map((link) => numbers.get(leadsTo[link] ?? -1) ?? 0),
  };
}

/** Restores stored rows. */
export function loadLabelled({ urls, labels, pages, links, leadsTo }: ModelRows): LabelledRows {
  return {
    urls,
    labels: Float64Array.from(labels),
    pages: loadFloatRows(pages),
    links: loadFloatRows(links),
    leadsTo: Int32Array.from(leadsTo),
  };
}

/** A page with its label. */
export interface LabelledPageRow {
  readonly url: Url;
  /** In [0,1]. */
  readonly label: number;
  readonly row: SparseVector;
  /** Rows of the links to it. */
  readonly links: readonly SparseVector[];
}

/**
 * Returns rows with these pages appended. A page that is there already loses its old label, and the
 * links to it lead to the appended one.
 */
export function withLabelled(
  { urls, labels, pages, links, leadsTo }: LabelledRows,
  added: readonly LabelledPageRow[],
): LabelledRows {
  const numbers = new Map(added.map(({ url }, at) => [url, urls.length + at]));
  const now = Int32Array.from(urls, (url, page) => numbers.get(url) ?? page);
  const to = added.flatMap((page, at) => page.links.map(() => urls.length + at));
  return {
    urls: [...urls, ...added.map(({ url }) => url)],
    labels: Float64Array.from([
      ...labels.map((label, page) => (now[page] === page ? label : Number.NaN)),
      ...added.map(({ label }) => label),
    ]),
    pages: sparseRows([...rowsOf(pages), ...added.map(({ row }) => row)], pages.width),
    links: sparseRows([...rowsOf(links), ...added.flatMap((page) => page.links)], links.width),
    leadsTo: Int32Array.from([...leadsTo.map((page) => now[page] ?? page), ...to]),
  };
}

function rowsOf(x: TrainingRows["pages"]): SparseVector[] {
  return Array.from({ length: rowCount(x) }, (_, row) => rowOf(x, row));
}
