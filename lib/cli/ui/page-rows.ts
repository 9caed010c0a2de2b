import type { PageRecord } from "../../domain/fetch/page-record.ts";
import { PageCounts } from "../../domain/metrics/page-shares.ts";
import { ThinnedCurve } from "../../domain/metrics/thinned-curve.ts";
import { labelWord } from "../../domain/strategy/label-words.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import type { ScoredPage } from "../../evaluation/uncertain-pages.ts";
import type { Row, TableQuery } from "../../workbench/schemas.ts";

/** Most points of a harvest curve. */
const MOST_POINTS = 300;

/** What is kept of a fetched page: enough to find it and to put it in order. */
export interface PageRow {
  readonly sequence: number;
  readonly url: Url;
  readonly host: Host;
  readonly title: string;
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  readonly language: string | undefined;
  readonly fetchedAt: number;
}

/** The labels of people by page. */
export type Labels = ReadonlyMap<Url, { readonly label: number }>;

/** The fetched pages of a run in few bytes each, in order of completion, with their tallies. */
export class PageRows {
  readonly rows: PageRow[] = [];
  readonly hosts = new PageCounts();
  readonly harvest = new ThinnedCurve<{ readonly pages: number; readonly targets: number }>(
    MOST_POINTS,
  );
  /** Least score of a page that is predicted as a target; 1 without one. */
  leastOfTarget = 1;
  readonly #bySequence = new Map<number, number>();
  readonly #byUrl = new Map<Url, number>();
  readonly #types = new Set<string>();
  #targets = 0;

  /** Adds the next record of the run; what is no page is left out. */
  add({ sequence, url, host, fetchedAt, page }: PageRecord): void {
    if (page === undefined) return;
    const { title, utility, isTarget, type, language } = page;
    this.#bySequence.set(sequence, this.rows.length);
    this.#byUrl.set(url, this.rows.length);
    this.rows.push({ sequence, url, host, title, utility, isTarget, type, language, fetchedAt });
    this.hosts.add(host, isTarget);
    if (type !== undefined) this.#types.add(type);
    if (isTarget) {
      this.#targets += 1;
      this.leastOfTarget = Math.min(this.leastOfTarget, utility);
    }
    this.harvest.add({ pages: this.rows.length, targets: this.#targets });
  }

  get types(): readonly string[] {
    return [...this.#types].toSorted();
  }

  at(sequence: number): PageRow | undefined {
    const place = this.#bySequence.get(sequence);
    return place === undefined ? undefined : this.rows[place];
  }

  find(url: Url): PageRow | undefined {
    const place = this.#byUrl.get(url);
    return place === undefined ? undefined : this.rows[place];
  }

  /** Lists the pages as queues read them. */
  async *list(): AsyncIterable<ScoredPage> {
    for (const row of this.rows) yield { url: row.url, host: row.host, page: row };
  }

  /** Returns the rows that a query selects, in its order, and their number. */
  select(query: TableQuery, labels: Labels): { readonly rows: readonly Row[]; total: number } {
    const words = (query.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.rows.filter((row) => isSelected(row, query, words, labels));
    const { skip, limit } = query;
    const rows = inOrder(found, query.order)
      .slice(skip, skip + limit)
      .map((row) => rowAnswer(row, labels));
    return { rows, total: found.length };
  }
}

function isSelected(
  row: PageRow,
  { targets, host, minScore = 0, verdict, type }: TableQuery,
  words: readonly string[],
  labels: Labels,
): boolean {
  if (targets && !row.isTarget) return false;
  if (host !== undefined && row.host !== host) return false;
  if (type !== undefined && row.type !== type) return false;
  if (row.utility < minScore) return false;
  if (verdict !== undefined && verdictOf(labels.get(row.url)?.label) !== verdict) return false;
  if (words.length === 0) return true;
  const text = `${row.title} ${row.url}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function verdictOf(label: number | undefined): TableQuery["verdict"] {
  if (label === undefined) return "none";
  return labelWord(label) === "good" ? "good" : "bad";
}

function inOrder(rows: PageRow[], order: TableQuery["order"]): readonly PageRow[] {
  switch (order) {
    case "oldest":
      return rows;
    case "newest":
      return rows.reverse();
    case "score":
      return rows.sort((a, b) => b.utility - a.utility || a.sequence - b.sequence);
    case "title":
      return rows.sort((a, b) => compare(a.title, b.title) || a.sequence - b.sequence);
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns what the API answers of a row. */
export function rowAnswer({ type, language, ...row }: PageRow, labels: Labels): Row {
  const label = labels.get(row.url)?.label ?? null;
  return { ...row, type: type ?? null, language: language ?? null, label };
}
