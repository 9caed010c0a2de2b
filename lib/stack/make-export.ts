/** Makes the export that was asked for, piece by piece and part by part. */
import { gzipSync } from "node:zlib";
import { WARC_INFO, warcPages } from "../adapters/warc/exported-warc.ts";
import { warcMembers } from "../adapters/warc/write-warc-file.ts";
import { currentLabels } from "../crawl/labels.ts";
import { loadLanguageDetector } from "../domain/page/language/page-language.ts";
import { type PageRecord, reservationsOf } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";
import { currentAssessments } from "../evaluation/assessed-pages.ts";
import { exportedPages } from "../evaluation/export/exported-pages.ts";
import { pageColumns, savedColumns } from "../evaluation/export/page-columns.ts";
import { csvLines, jsonLines } from "../evaluation/export/table-lines.ts";
import type { AssessmentEntry } from "../ports/assessment-store.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { LabelStore } from "../ports/label-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { storedPages } from "../project/stored-pages.ts";
import { knownAssessed } from "./assessing.ts";
import { type ExportForm, formOf, hasAnswers, hasTexts } from "./export-form.ts";
import type { HandledProject } from "./own-code.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { StackExport } from "./stack-state.ts";

/** Text of one part before it is packed, in characters, or its bytes: with its packed form, all that is in memory. */
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
  readonly projectOf: (plan: string) => Promise<HandledProject>;
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
  readonly project: HandledProject;
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
    const pieces = await piecesOf(ports, opened, making, counts);
    const parts = await storeParts(ports, pieces, nameOfParts(making));
    return { parts, ...counts };
  } finally {
    opened.close();
  }
}

/** Makes the pieces of an export as they are read, and counts what they have. */
async function piecesOf(
  { labels, clock }: Pick<ExportPorts, "labels" | "clock">,
  { records, pages }: OpenRecords,
  { project, form, assessments }: Making,
  counts: ExportCounts,
): Promise<AsyncIterable<string | Uint8Array>> {
  const chosen = selectedRecords(records.list(), project.purpose, form, counts);
  const { format, text: textForm, allColumns } = form;
  if (format === "records") return recordLines(chosen, counts);
  const { selected, read } = readAhead(chosen, pages, hasTexts(form) || hasAnswers(form));
  if (hasAnswers(form)) {
    const answers = counted(warcPages(selected, read), counts);
    return answersOf(format, answers, { title: project.name, createdAt: clock.now() });
  }
  const own = pageColumns(Object.keys(project.extract ?? {}), allColumns);
  const columns = project.handler ? [...own, ...(await savedColumns(records.list()))] : own;
  const exported = exportedPages({
    selected,
    records,
    pageOf: hasTexts(form) ? storedPages(read, project, { clock }) : async () => undefined,
    mostLearnt: MOST_LEARNT,
    textForm,
    detector: loadLanguageDetector,
    labels: currentLabels(await labels.list()),
    assessments,
    // Verdicts on a judged sample belong to runs on a machine: a stack has none.
    verdicts: new Map(),
  });
  const rows = counted(exported, counts);
  if (format === "csv") return csvLines(columns, rows);
  if (format === "jsonl") return jsonLines(columns, rows);
  // Loaded only where it is asked for, as the writer of WACZ is.
  const { parquetFile } = await import("../evaluation/export/parquet-file.ts");
  return parquetFile(columns, rows);
}

/** Makes the pieces of a file with pages as they were answered. */
async function answersOf(
  format: ExportForm["format"],
  pages: ReturnType<typeof warcPages>,
  about: { readonly title: string; readonly createdAt: number },
): Promise<AsyncIterable<Uint8Array>> {
  if (format === "warc") return membersOf(warcMembers(`${about.title}.warc.gz`, pages, WARC_INFO));
  const { waczFile } = await import("../adapters/warc/write-wacz.ts");
  return waczFile(pages, { ...about, software: WARC_INFO.software, warc: WARC_INFO });
}

async function* membersOf(members: ReturnType<typeof warcMembers>): AsyncIterable<Uint8Array> {
  for await (const { member } of members) yield member;
}

/** Pages that are read at a time: the bucket takes some 40 ms for each. */
const READ_AHEAD = 16;

/** Returns records, and pages that are read before their turn comes, a few at a time. */
function readAhead(
  records: AsyncIterable<PageRecord>,
  pages: Pick<PageStore, "get">,
  reads: boolean,
): { readonly selected: AsyncIterable<PageRecord>; readonly read: Pick<PageStore, "get"> } {
  if (!reads) return { selected: records, read: pages };
  const coming = new Map<Url, ReturnType<typeof pages.get>>();
  async function* ahead(): AsyncIterable<PageRecord> {
    const queue: PageRecord[] = [];
    for await (const record of records) {
      const page = record.page === undefined ? undefined : pages.get(record.url);
      // Its turn says what failed.
      page?.catch(() => {});
      if (page !== undefined) coming.set(record.url, page);
      queue.push(record);
      const first = queue.length < READ_AHEAD ? undefined : queue.shift();
      if (first !== undefined) yield first;
    }
    yield* queue;
  }
  const get = (url: Url) => {
    const page = coming.get(url);
    coming.delete(url);
    return page ?? pages.get(url);
  };
  return { selected: ahead(), read: { get } };
}

/** Endings of the names of parts. */
const ENDINGS: Readonly<Record<ExportForm["format"], string>> = {
  records: "jsonl.gz",
  jsonl: "jsonl.gz",
  csv: "csv.gz",
  parquet: "parquet",
  warc: "warc.gz",
  wacz: "wacz",
};

/** Returns the key of a part by its number: `…/targets-00001.csv.gz`. */
function nameOfParts({ folder, form }: Making): (part: number) => string {
  const { format, targets } = form;
  const what = targets ? "targets" : format === "records" ? "records" : "pages";
  return (part) => `${folder}/${what}-${String(part).padStart(5, "0")}.${ENDINGS[format]}`;
}

/** Stores pieces in parts, which are one file when they are put together: lines are packed, others are as they are. */
async function storeParts(
  { blobs, partLength = PART_LENGTH }: ExportPorts,
  pieces: AsyncIterable<string | Uint8Array>,
  nameOf: (part: number) => string,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let [text, bytes, length]: [string, Uint8Array[], number] = ["", [], 0];
  const flush = async () => {
    const key = nameOf(parts.length + 1);
    await blobs.putNew(key, bytes.length > 0 ? Buffer.concat(bytes) : gzipSync(text));
    parts.push(key);
    [text, bytes, length] = ["", [], 0];
  };
  for await (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else bytes.push(piece);
    length += piece.length;
    if (length >= partLength) await flush();
  }
  if (length > 0) await flush();
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
  purpose: HandledProject["purpose"],
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
