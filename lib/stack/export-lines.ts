import type { PageRecord } from "../domain/page/page-record.ts";
import { type Purpose, reservedBy } from "../domain/web/signals/purpose.ts";
import type { Url } from "../domain/web/url/url.ts";
import { type ExportedPage, pageColumns } from "../evaluation/export/page-columns.ts";
import { csvLines, jsonLines } from "../evaluation/export/table-lines.ts";
import type { PageLabel } from "../ports/label-store.ts";
import { type ExportForm, hasTexts } from "./export-form.ts";

/** The records of a crawl with what else its export says. */
interface ExportSources {
  readonly records: AsyncIterable<PageRecord>;
  readonly purpose: Purpose | undefined;
  /** Names of the project's `extract` rules. */
  readonly fields: readonly string[];
  readonly labels: ReadonlyMap<Url, PageLabel>;
  /** Reads the main text of a stored page. */
  readonly textOf: (url: Url) => Promise<string | undefined>;
}

/** What an export has so far. */
export interface ExportCounts {
  /** Records or rows. */
  records: number;
  /** Pages left out, as their sites reserve them against the purpose. */
  reserved: number;
}

/** Makes the lines of an export as they are read, and counts what they have. */
export function exportLines(
  sources: ExportSources,
  form: ExportForm,
  counts: ExportCounts,
): AsyncIterable<string> {
  const selected = selectedRecords(sources, form, counts);
  if (form.format === "records") return recordLines(selected, counts);
  const columns = pageColumns(sources.fields);
  const pages = exportedPages(selected, hasTexts(form) ? sources : { ...sources, textOf: noText });
  const rows = counted(pages, counts);
  return form.format === "csv" ? csvLines(columns, rows) : jsonLines(columns, rows);
}

async function* selectedRecords(
  { records, purpose }: ExportSources,
  { targets }: ExportForm,
  counts: ExportCounts,
): AsyncIterable<PageRecord> {
  for await (const record of records) {
    if (targets && record.page?.isTarget !== true) continue;
    if (reservedBy(purpose, record.page?.signals).length > 0) counts.reserved += 1;
    else yield record;
  }
}

async function* recordLines(
  records: AsyncIterable<PageRecord>,
  counts: ExportCounts,
): AsyncIterable<string> {
  for await (const record of counted(records, counts)) yield `${JSON.stringify(record)}\n`;
}

async function* counted<Row>(rows: AsyncIterable<Row>, counts: ExportCounts): AsyncIterable<Row> {
  for await (const row of rows) {
    counts.records += 1;
    yield row;
  }
}

/** Verdicts on a judged sample belong to runs on a machine: a stack has none. */
async function* exportedPages(
  records: AsyncIterable<PageRecord>,
  { labels, textOf }: Pick<ExportSources, "labels" | "textOf">,
): AsyncIterable<ExportedPage> {
  for await (const record of records) {
    const { url, page } = record;
    if (page === undefined) continue;
    const text = page.file === undefined ? await textOf(url) : undefined;
    yield { record, page, text, label: labels.get(url), verdict: undefined };
  }
}

async function noText(): Promise<undefined> {
  return undefined;
}
