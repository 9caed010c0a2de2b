/** Makes the export that was asked for, line by line and part by part. */
import { gzipSync } from "node:zlib";
import { currentLabels } from "../crawl/labels.ts";
import { loadLanguageDetector } from "../domain/page/language/page-language.ts";
import { type PageRecord, reservationsOf } from "../domain/page/page-record.ts";
import { currentAssessments } from "../evaluation/assessed-pages.ts";
import { exportedPages } from "../evaluation/export/exported-pages.ts";
import { pageColumns } from "../evaluation/export/page-columns.ts";
import { csvLines, jsonLines } from "../evaluation/export/table-lines.ts";
import type { AssessmentEntry } from "../ports/assessment-store.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { LabelStore } from "../ports/label-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { Project } from "../project/project-schema.ts";
import { storedPages } from "../project/stored-pages.ts";
import { knownAssessed } from "./assessing.ts";
import { type ExportForm, formOf, hasTexts } from "./export-form.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { StackExport } from "./stack-state.ts";

/** Text of one part before it is packed, in characters: with its packed form, all that is in memory. */
const PART_LENGTH = 16_777_216;

/** Most pages that are read for what hosts repeat alone: three minutes at 40 ms each. */
const MOST_LEARNT = 5_000;

/** The records of a crawl, open for reading, and their pages. */
export interface OpenRecords {
  readonly records: Pick<RecordStore, "list">;
  readonly pages: Pick<PageStore, "get">;
  close(): void;
}

/** Everything outside that an export uses. */
export interface ExportPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly labels: Pick<LabelStore, "list">;
  readonly clock: Pick<Clock, "now">;
  /** Opens the records as the journal has them, on the disk. */
  readonly openRecords: (journal: JournalPosition) => Promise<OpenRecords>;
  /** Reads the first `objects` of what an assessor said of a crawl. */
  readonly readAnswers: (crawl: string, objects: number) => Promise<readonly AssessmentEntry[]>;
  /** Returns the project of a plan, which is named by its key. */
  readonly projectOf: (plan: string) => Promise<Project>;
  /** Longest text of a part, when it differs from that of every export. */
  readonly partLength?: number;
}

/**
 * Makes the export that was asked for, if any, of the crawl so far, in packed parts in the bucket.
 * Pages that sites reserve against the project's purpose are left out. When it is made twice at the
 * same time, both are whole, and the first to end counts.
 */
export async function exportAsked(
  ports: ExportPorts,
): Promise<"exported" | "nothing-asked" | "overtaken"> {
  const { keyValueStore, clock } = ports;
  const [{ value: asked, version }, { value: order }, { value: planner }] = await Promise.all([
    readRegister(keyValueStore, "export"),
    readRegister(keyValueStore, "order"),
    readRegister(keyValueStore, "planner"),
  ]);
  if (asked === undefined || asked.parts !== null) return "nothing-asked";
  if (planner === undefined || planner.crawl !== asked.crawl) return "nothing-asked";
  // The order has the plan, whose project says what the pages are for.
  if (order === undefined || order.crawl !== asked.crawl) return "nothing-asked";
  // Of this attempt: another one may have begun to write, and died.
  const folder = `exports/${asked.crawl}/${clock.now()}`;
  const project = await ports.projectOf(order.plan);
  const { objects } = knownAssessed(planner.status?.assessed, asked.crawl);
  const assessments = currentAssessments(await ports.readAnswers(asked.crawl, objects));
  const making = { folder, project, form: formOf(asked), assessments };
  const made = await writeParts(ports, planner.journal, making);
  const isFirst = await writeRegister(keyValueStore, "export", { ...asked, ...made }, version);
  return isFirst ? "exported" : "overtaken";
}

/** What is made, and where to. */
interface Making {
  readonly folder: string;
  readonly project: Project;
  readonly form: ExportForm;
  readonly assessments: ReturnType<typeof currentAssessments>;
}

async function writeParts(
  ports: ExportPorts,
  journal: JournalPosition,
  making: Making,
): Promise<Pick<StackExport, "parts" | "records" | "reserved">> {
  const counts: ExportCounts = { records: 0, reserved: 0 };
  const opened = await ports.openRecords(journal);
  try {
    const lines = await linesOf(ports, opened, making, counts);
    const parts = await storeParts(ports, lines, nameOfParts(making));
    return { parts, ...counts };
  } finally {
    opened.close();
  }
}

/** Makes the lines of an export as they are read, and counts what they have. */
async function linesOf(
  { labels, clock }: Pick<ExportPorts, "labels" | "clock">,
  { records, pages }: OpenRecords,
  { project, form, assessments }: Making,
  counts: ExportCounts,
): Promise<AsyncIterable<string>> {
  const selected = selectedRecords(records.list(), project.purpose, form, counts);
  const { format, text: textForm, allColumns } = form;
  if (format === "records") return recordLines(selected, counts);
  const columns = pageColumns(Object.keys(project.extract ?? {}), allColumns);
  const exported = exportedPages({
    selected,
    records,
    pageOf: hasTexts(form) ? storedPages(pages, project, { clock }) : async () => undefined,
    mostLearnt: MOST_LEARNT,
    textForm,
    detector: loadLanguageDetector,
    labels: currentLabels(await labels.list()),
    assessments,
    // Verdicts on a judged sample belong to runs on a machine: a stack has none.
    verdicts: new Map(),
  });
  const rows = counted(exported, counts);
  return format === "csv" ? csvLines(columns, rows) : jsonLines(columns, rows);
}

/** Returns the key of a part by its number: `…/targets-00001.csv.gz`. */
function nameOfParts({ folder, form }: Making): (part: number) => string {
  const { format, targets } = form;
  const what = targets ? "targets" : format === "records" ? "records" : "pages";
  const ending = format === "csv" ? "csv" : "jsonl";
  return (part) => `${folder}/${what}-${String(part).padStart(5, "0")}.${ending}.gz`;
}

/** Stores lines in packed parts, which are one packed file when they are put together. */
async function storeParts(
  { blobs, partLength = PART_LENGTH }: ExportPorts,
  lines: AsyncIterable<string>,
  nameOf: (part: number) => string,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let text = "";
  const flush = async () => {
    const key = nameOf(parts.length + 1);
    await blobs.putNew(key, gzipSync(text));
    parts.push(key);
    text = "";
  };
  for await (const line of lines) {
    text += line;
    if (text.length >= partLength) await flush();
  }
  if (text !== "") await flush();
  return parts;
}

/** What an export has so far. */
interface ExportCounts {
  /** Records or rows. */
  records: number;
  /** Pages left out, as their sites reserve them against the purpose. */
  reserved: number;
}

async function* selectedRecords(
  records: AsyncIterable<PageRecord>,
  purpose: Project["purpose"],
  { targets }: ExportForm,
  counts: ExportCounts,
): AsyncIterable<PageRecord> {
  for await (const record of records) {
    if (targets && record.page?.isTarget !== true) continue;
    if (reservationsOf(purpose, record).length > 0) counts.reserved += 1;
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
