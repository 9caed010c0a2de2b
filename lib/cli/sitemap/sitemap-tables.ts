import { OUTLIER, type PageType, type Sitemap, typeName } from "../../domain/methods/sitemap.ts";
import type { PageVerdict } from "../../domain/page/page-record.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import { largestFirst } from "../../run/figures/sitemap-of-run.ts";

/** Most rows of the table of arcs. */
const MAX_ARCS = 30;
/** Characters of a path that a table shows: its end, which is most specific. */
const MAX_PATH = 60;

/**
 * Formats page types for a terminal: their pages, their utility, and one or more example pages of
 * each.
 */
export function formatTypes(sitemap: Sitemap, counts: TypeCounts, allExamples: boolean): string {
  const columns = [
    { title: "page type", align: "left" },
    ...["sampled", "fetched", "targets", "hub", "authority", "spread"].map(figures),
    { title: allExamples ? "examples" : "example", align: "left" },
  ] as const;
  const rows = sitemap.types.flatMap((type) => typeRows(type, counts.get(type.name), allExamples));
  const outliers = [OUTLIER, count(sitemap.outliers), ...fetched(counts.get(OUTLIER))];
  const without = counts.get(UNTYPED);
  const untyped = without === undefined ? [] : [[UNTYPED, "", ...fetched(without)]];
  return formatTable(columns, [...rows, outliers, ...untyped]);
}

/**
 * Formats the links between types for a terminal: the largest arcs, and how many more there are.
 */
export function formatArcs({ arcs }: Sitemap): string {
  const columns = [
    { title: "from", align: "left" },
    { title: "to", align: "left" },
    { title: "links", align: "right" },
    { title: "most of them at", align: "left" },
  ] as const;
  const rows = largestFirst(arcs)
    .slice(0, MAX_ARCS)
    .map(({ from, to, links, apath }) => [
      typeName(from),
      typeName(to),
      links.toLocaleString("en", { maximumFractionDigits: links < 10 ? 1 : 0 }),
      shownPath(apath),
    ]);
  const more = arcs.length - rows.length;
  const rest = more > 0 ? [`and ${count(more)} more, smaller ones (all of them: --json)`] : [];
  return [formatTable(columns, rows), ...rest].join("\n");
}

function typeRows(
  { name, pages, hub, authority, spread, examples }: PageType,
  counted: TypeCount | undefined,
  allExamples: boolean,
): string[][] {
  const [first = "", ...others] = examples;
  const shares = [hub, authority, spread].map((value) => value.toFixed(3));
  const blank = Array.from({ length: 7 }, () => "");
  return [
    [name, count(pages), ...fetched(counted), ...shares, first],
    ...(allExamples ? others.map((url) => [...blank, url]) : []),
  ];
}

function fetched({ pages, targets }: TypeCount = { pages: 0, targets: 0 }): string[] {
  return [count(pages), count(targets)];
}

function shownPath(apath: string): string {
  const path = safeText(apath);
  return path.length > MAX_PATH ? `…${path.slice(1 - MAX_PATH)}` : path;
}

/** Number of pages that a run has fetched, and of target pages among them. */
interface TypeCount {
  readonly pages: number;
  readonly targets: number;
}

/** Page type → its pages; {@link UNTYPED} for the pages without a type. */
export type TypeCounts = ReadonlyMap<string, TypeCount>;

/** The parts of a record that are counted. */
interface CountedRecord {
  readonly page: Pick<PageVerdict, "type" | "model" | "isTarget"> | undefined;
}

/** Type of pages that the model gives none, such as files. */
export const UNTYPED = "(no type)";

/**
 * Counts a run's pages by the types of one model, named by its hash. A type of another model with
 * the same name is another type: `typeAgain` returns the type of a page that another model judged.
 */
export async function countPageTypes<Counted extends CountedRecord>(
  records: AsyncIterable<Counted> | Iterable<Counted>,
  model: string,
  typeAgain: (record: Counted) => Promise<string | undefined>,
): Promise<TypeCounts> {
  const counts = new Map<string, TypeCount>();
  for await (const record of records) {
    const { page } = record;
    if (page === undefined) continue;
    const type = (page.model === model ? page.type : await typeAgain(record)) ?? UNTYPED;
    const { pages, targets } = counts.get(type) ?? { pages: 0, targets: 0 };
    counts.set(type, { pages: pages + 1, targets: targets + (page.isTarget ? 1 : 0) });
  }
  return counts;
}
