import { PageCounts, ThinnedCurve } from "../../domain/measures/harvest-rate.ts";
import { labelWord } from "../../domain/methods/label-need.ts";
import type { ExtractedFields, PageRecord } from "../../domain/page/page-record.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { SignalTallies } from "../../evaluation/feature-figures.ts";
import type { ScoredPage } from "../../evaluation/label-queue.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { isRuledOut } from "../../run/folder/looked-records.ts";
import type { Row, Table, TableQuery } from "../schemas.ts";
import type { FoundPages } from "./watched-texts.ts";

/** Longest value of a field that a row has, in UTF-16 units: its page shows all of it. */
const MAX_FIELD = 200;

/** Most points of a curve. */
export const MOST_POINTS = 300;

/** What is kept of a fetched page: enough to find it and to put it in order. */
export interface PageRow {
  readonly sequence: number;
  readonly url: Url;
  readonly host: Host;
  readonly title: string;
  readonly utility: number;
  readonly isTarget: boolean;
  /** Whether the crawl itself ruled it out, whatever its score. */
  readonly isRuledOut: boolean;
  readonly type: string | undefined;
  readonly language: string | undefined;
  readonly fetchedAt: number;
  /** Values that the project's `extract` rules took; several of a rule are one text. */
  readonly fields: Fields | undefined;
}

type Fields = Readonly<Record<string, string>>;

/** The labels that apply, by page. */
export type Labels = ReadonlyMap<Url, Pick<PageLabel, "label" | "source">>;

/** The fetched pages of a run in few bytes each, in order of completion, with their tallies. */
export class PageRows {
  readonly rows: PageRow[] = [];
  readonly hosts = new PageCounts();
  readonly harvest = new ThinnedCurve<{ readonly pages: number; readonly targets: number }>(
    MOST_POINTS,
  );
  /** Least score of a page that is predicted as a target; 1 without one. */
  leastOfTarget = 1;
  /** Filled when a page is first looked for: the first view needs none. */
  readonly #byUrl = new Map<Url, PageRow>();
  #named = 0;
  /** Pages by the type that they were given when they were fetched, as the report counts them. */
  readonly byType = new PageCounts();
  /** What the sites say of the use of these pages. */
  readonly use = new SignalTallies();
  readonly #fields = new Set<string>();
  #targets = 0;

  /** Adds the next record of the run; what is no page is left out. */
  add({ sequence, url, host, fetchedAt, page }: PageRecord): void {
    if (page === undefined) return;
    const { title, utility, isTarget, type, language } = page;
    const fields = fieldsOf(page.fields);
    const about = { sequence, url, host, title, utility, isTarget, type, language };
    this.rows.push({ ...about, isRuledOut: isRuledOut(page), fetchedAt, fields });
    this.hosts.add(host, isTarget);
    if (type !== undefined) this.byType.add(type, isTarget);
    this.use.add(page);
    for (const name in fields) this.#fields.add(name);
    if (isTarget) {
      this.#targets += 1;
      this.leastOfTarget = Math.min(this.leastOfTarget, utility);
    }
    this.harvest.add({ pages: this.rows.length, targets: this.#targets });
  }

  get types(): readonly string[] {
    return this.byType
      .shares(this.byType.size)
      .largest.map(({ name }) => name)
      .toSorted();
  }

  /** Names of the fields that some page has. */
  get fields(): readonly string[] {
    return [...this.#fields];
  }

  at(sequence: number): PageRow | undefined {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.sequence ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    const row = this.rows[low];
    return row?.sequence === sequence ? row : undefined;
  }

  find(url: Url): PageRow | undefined {
    for (const row of this.rows.slice(this.#named)) this.#byUrl.set(row.url, row);
    this.#named = this.rows.length;
    return this.#byUrl.get(url);
  }

  /** Lists the pages as queues read them. */
  async *list(): AsyncIterable<ScoredPage> {
    for (const row of this.rows) yield { url: row.url, host: row.host, page: row };
  }

  /** Returns the rows that a query selects, in its order, and their number; `found` has its words in their texts. */
  select(
    query: TableQuery,
    labels: Labels,
    found: FoundPages | undefined,
  ): Pick<Table, "rows" | "total"> {
    const { skip, limit } = query;
    const selected = this.selected(query, labels, found);
    const rows = selected.slice(skip, skip + limit).map((row) => ({
      ...rowAnswer(row, labels),
      fields: { ...row.fields },
      snippet: found?.snippet(row.url) ?? [],
    }));
    return { rows, total: selected.length };
  }

  /** Returns all rows that a query selects, in its order. */
  selected(query: TableQuery, labels: Labels, found: FoundPages | undefined): readonly PageRow[] {
    const words = (query.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const hasText = (row: PageRow) =>
      words.length === 0 || found?.ranks.has(row.url) === true || hasWords(row, words);
    const selected = this.rows.filter((row) => isSelected(row, query, labels) && hasText(row));
    return inOrder(selected, query, found?.ranks);
  }
}

function isSelected(
  row: PageRow,
  { targets, host, minScore = 0, verdict, type }: TableQuery,
  labels: Labels,
): boolean {
  if (targets && !row.isTarget) return false;
  if (host !== undefined && row.host !== host) return false;
  if (type !== undefined && row.type !== type) return false;
  if (row.utility < minScore) return false;
  const label = labels.get(row.url)?.label;
  return verdict === undefined || verdict === (label === undefined ? "none" : labelWord(label));
}

/** Returns whether title, address and fields have all words. */
function hasWords(row: PageRow, words: readonly string[]): boolean {
  const text = `${row.title} ${row.url} ${Object.values(row.fields ?? {}).join(" ")}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function inOrder(
  rows: PageRow[],
  { order, field = "" }: TableQuery,
  ranks: FoundPages["ranks"] = new Map(),
): readonly PageRow[] {
  switch (order) {
    case "match": {
      const rankOf = ({ url }: PageRow) => ranks.get(url) ?? ranks.size;
      return rows.sort((a, b) => rankOf(a) - rankOf(b) || a.sequence - b.sequence);
    }
    case "oldest":
      return rows;
    case "newest":
      return rows.reverse();
    case "score":
      return rows.sort((a, b) => b.utility - a.utility || a.sequence - b.sequence);
    case "title":
      return rows.sort((a, b) => compare(a.title, b.title) || a.sequence - b.sequence);
    case "field-rising":
      return byField(rows, field, 1);
    case "field-falling":
      return byField(rows, field, -1);
  }
}

function valueIn(fields: PageRow["fields"], name: string): string | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Puts numbers by their value before other texts; pages without the field come last. */
function byField(rows: readonly PageRow[], field: string, sign: 1 | -1): readonly PageRow[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(valueIn(row.fields, field)) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return rank(a.key) - rank(b.key);
    return sign * (rank(a.key) - rank(b.key) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  });
  return keyed.map(({ row }) => row);
}

function keyOf(value: string | undefined): string | number | undefined {
  const number = Number(value?.replaceAll(",", "") || Number.NaN);
  return Number.isFinite(number) ? number : value;
}

function rank(key: string | number | undefined): number {
  if (key === undefined) return 2;
  return typeof key === "number" ? 0 : 1;
}

function fieldsOf(fields: ExtractedFields): Fields | undefined {
  for (const _ in fields) {
    const values = Object.entries(fields);
    return Object.fromEntries(
      values.map(([name, value]) => [name, fieldText(value).slice(0, MAX_FIELD)]),
    );
  }
  return undefined;
}

/** Returns the values of a field as one text. */
export function fieldText(value: ExtractedFields[string]): string {
  return typeof value === "string" ? value : value.join("; ");
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns what the API answers of a row. */
export function rowAnswer(row: PageRow, labels: Labels): Row {
  const { sequence, url, host, title, utility, isTarget, type, language, fetchedAt } = row;
  const given = labels.get(url);
  const said = { label: given?.label ?? null, isByMachine: given?.source !== undefined };
  const about = { sequence, url, host, title, utility, isTarget, fetchedAt, ...said };
  return { ...about, type: type ?? null, language: language ?? null };
}
