/** Makes the export that was asked for, piece by piece and part by part. */
import { gzipSync } from "node:zlib";
import { WARC_INFO, warcPages } from "../adapters/warc/exported-warc.ts";
import { warcMembers } from "../adapters/warc/write-warc-file.ts";
import { currentLabels } from "../crawl/labels.ts";
import { readAhead } from "../crawl/read-ahead.ts";
import { loadLanguageDetector } from "../domain/page/language/page-language.ts";
import { type PageRecord, reservationsOf } from "../domain/page/page-record.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import { currentAssessments } from "../evaluation/assessed-pages.ts";
import { exportedPages } from "../evaluation/export/exported-pages.ts";
import { pageColumns } from "../evaluation/export/page-columns.ts";
import { savedColumns } from "../evaluation/export/saved-columns.ts";
import { csvLines, jsonLines } from "../evaluation/export/table-lines.ts";
import type { AssessmentEntry } from "../ports/assessment-store.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { JournalPosition, JournalSnapshot } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { LabelStore } from "../ports/label-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { storedPages } from "../project/stored-pages.ts";
import { knownAssessed } from "./assessing.ts";
import { type ExportForm, formOf, hasAnswers, hasTexts, isResumable } from "./export-form.ts";
import type { HandledProject } from "./own-code.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { PlannerState, StackExport } from "./stack-state.ts";

/** Text of one part before it is packed, in characters, or its bytes: with its packed form, all that is in memory. */
const PART_LENGTH = 16_777_216;

/** Time that a process has an export to itself, in ms: as long as the function may run. */
const MAKING_MS = 900_000;

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
  /** Opens the records as the journal has them, on the disk; from a snapshot sooner than from the whole journal. */
  readonly openRecords: (
    journal: JournalPosition,
    snapshot?: JournalSnapshot | null,
  ) => Promise<OpenRecords>;
  /** Reads the first `objects` of what an assessor said of a crawl. */
  readonly readAnswers: (crawl: string, objects: number) => Promise<readonly AssessmentEntry[]>;
  /** Returns the project of a plan, which is named by its key. */
  readonly projectOf: (plan: string) => Promise<HandledProject>;
  /** Longest text of a part, when it differs from that of every export. */
  readonly partLength?: number;
}

/** What became of an export: `goes-on` in another process, as this one has no time left. */
type Exported = "exported" | "goes-on" | "nothing-asked" | "under-way" | "overtaken";

/**
 * Makes the export that was asked for, if any, of the crawl so far, in packed parts in the bucket.
 * Pages that sites reserve against the project's purpose are left out. What is resumable is noted with each part, so that the next process
 * goes on behind the last one, whether this one was killed or reached `deadline` (ms since the epoch).
 */
export async function exportAsked(ports: ExportPorts, deadline = Infinity): Promise<Exported> {
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
  if ((asked.until ?? 0) > clock.now()) return "under-way";
  let held = { value: asked, version };
  const note = async (changed: Partial<StackExport>) => {
    const value = { ...held.value, ...changed };
    if (!(await writeRegister(keyValueStore, "export", value, held.version))) return false;
    held = { value, version: held.version + 1 };
    return true;
  };
  const until = clock.now() + MAKING_MS;
  if (!(await note({ until }))) return "overtaken";
  // Of this attempt: another one may have begun to write, and died.
  const folder = `exports/${asked.crawl}/${clock.now()}`;
  const form = formOf(asked);
  const sofar = { ...NOTHING, ...(isResumable(form) && asked.sofar) };
  try {
    const project = await ports.projectOf(order.plan);
    const { objects } = knownAssessed(planner.status?.assessed, asked.crawl);
    const assessments = currentAssessments(await ports.readAnswers(asked.crawl, objects));
    const making = { folder, project, form, assessments, sofar, deadline };
    const made = await writeParts(ports, planner, making, (now) => note({ until, sofar: now }));
    if (made.end === "overtaken") return made.end;
    if (made.end === "goes-on")
      return (await note({ until: 0, sofar: made.sofar })) ? made.end : "overtaken";
    const { after: _, ...whole } = made.sofar;
    return (await note({ ...whole, until: 0, sofar: NOTHING })) ? "exported" : "overtaken";
  } catch (error) {
    // The next process need not wait for this one.
    await note({ until: 0 }).catch(() => {});
    throw error;
  }
}

/** What is made so far. */
type SoFar = NonNullable<StackExport["sofar"]>;

const NOTHING: SoFar = { parts: [], records: 0, reserved: 0, after: 0 };

/** What is made, and where to. */
interface Making {
  readonly folder: string;
  readonly project: HandledProject;
  readonly form: ExportForm;
  readonly assessments: ReturnType<typeof currentAssessments>;
  /** What was made before. */
  readonly sofar: SoFar;
  /** When no other part is begun, if another process can go on; ms since the epoch. */
  readonly deadline: number;
}

/** Parts that were written, and why no more of them. */
interface MadeParts {
  readonly end: "exported" | "goes-on" | "overtaken";
  readonly sofar: SoFar;
}

async function writeParts(
  ports: ExportPorts,
  { journal, snapshots }: Pick<PlannerState, "journal" | "snapshots">,
  making: Making,
  note: (sofar: SoFar) => Promise<boolean>,
): Promise<MadeParts> {
  const { records, reserved, after } = making.sofar;
  const counts: ExportCounts = { records, reserved, after };
  const opened = await ports.openRecords(journal, snapshots.current);
  try {
    const pieces = await piecesOf(ports, opened, making, counts);
    return await storeParts(ports, pieces, { ...making, counts, note });
  } finally {
    opened.close();
  }
}

/** Makes the pieces of an export as they are read, and counts what they have. */
async function piecesOf(
  { labels, clock }: Pick<ExportPorts, "labels" | "clock">,
  { records, pages }: OpenRecords,
  { project, form, assessments, sofar }: Making,
  counts: ExportCounts,
): Promise<AsyncIterable<string | Uint8Array>> {
  const later = records.list(sofar.after);
  const { selected, read } = selectedRecords(later, pages, { project, form }, counts);
  const { format, text: textForm, allColumns } = form;
  if (format === "records") return recordLines(selected, counts);
  const isFirst = sofar.parts.length === 0;
  if (hasAnswers(form)) {
    const answers = counted(warcPages(selected, read), counts, ({ sequence }) => sequence);
    if (format === "warc") return warcPieces(`${project.name}.warc.gz`, answers, isFirst);
    // Loaded only where it is asked for, as the writer of Parquet is.
    const { waczFile } = await import("../adapters/warc/write-wacz.ts");
    const about = { title: project.name, createdAt: clock.now(), software: WARC_INFO.software };
    return waczFile(answers, { ...about, warc: WARC_INFO });
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
  const rows = counted(exported, counts, ({ record }) => record.sequence);
  if (format === "csv") return csvLines(columns, rows, isFirst);
  if (format === "jsonl") return jsonLines(columns, rows);
  const { parquetFile } = await import("../evaluation/export/parquet-file.ts");
  return parquetFile(columns, rows);
}

/** Makes a piece of each page of a WARC file, with all its records; the first one has what the file says about itself, too. */
async function* warcPieces(
  fileName: string,
  pages: ReturnType<typeof warcPages>,
  isFirst: boolean,
): AsyncIterable<Uint8Array> {
  let hasInfo = !isFirst;
  for await (const page of pages) {
    const members: Uint8Array[] = [];
    for await (const { member } of warcMembers(fileName, [page], WARC_INFO)) members.push(member);
    yield Buffer.concat(hasInfo ? members.slice(1) : members);
    hasInfo = true;
  }
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
function nameOfParts({ folder, form }: Pick<Making, "folder" | "form">): (part: number) => string {
  const { format, targets } = form;
  const what = targets ? "targets" : format === "records" ? "records" : "pages";
  return (part) => `${folder}/${what}-${String(part).padStart(5, "0")}.${ENDINGS[format]}`;
}

/** What parts are stored by. */
interface Storing extends Pick<Making, "folder" | "form" | "sofar" | "deadline"> {
  readonly counts: ExportCounts;
  /** Notes what is made so far; returns false when another process has taken the export. */
  readonly note: (sofar: SoFar) => Promise<boolean>;
}

/** Stores pieces in parts, which are one file when they are put together: lines are packed, others are as they are. */
async function storeParts(
  { blobs, clock, partLength = PART_LENGTH }: ExportPorts,
  pieces: AsyncIterable<string | Uint8Array>,
  { sofar, counts, note, deadline, ...named }: Storing,
): Promise<MadeParts> {
  const nameOf = nameOfParts(named);
  const parts = [...sofar.parts];
  let [text, bytes, length]: [string, Uint8Array[], number] = ["", [], 0];
  const flush = async () => {
    const key = nameOf(parts.length + 1);
    await blobs.putNew(key, bytes.length > 0 ? Buffer.concat(bytes) : gzipSync(text));
    parts.push(key);
    [text, bytes, length] = ["", [], 0];
    return { ...counts, parts: [...parts] };
  };
  for await (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else bytes.push(piece);
    length += piece.length;
    if (length < partLength) continue;
    const made = await flush();
    if (!isResumable(named.form)) continue;
    if (clock.now() >= deadline) return { end: "goes-on", sofar: made };
    if (!(await note(made))) return { end: "overtaken", sofar: made };
  }
  const made = length > 0 ? await flush() : { ...counts, parts };
  return { end: "exported", sofar: made };
}

/** What an export has so far. */
interface ExportCounts {
  /** Records or rows. */
  records: number;
  /** Pages left out, as their sites reserve them against the purpose. */
  reserved: number;
  /** Sequence of the last record that was made a piece of. */
  after: number;
}

/**
 * Returns the records that an export has, and the pages of them, which are read before their turn comes. Those left out are counted at
 * their turn, so that what is noted with a part says nothing of later ones.
 */
function selectedRecords(
  records: AsyncIterable<PageRecord>,
  pages: Pick<PageStore, "get">,
  { project: { purpose }, form }: Pick<Making, "project" | "form">,
  counts: ExportCounts,
): { readonly selected: AsyncIterable<PageRecord>; readonly read: Pick<PageStore, "get"> } {
  const isReserved = (record: PageRecord) => reservationsOf(purpose, record).length > 0;
  const reads = hasTexts(form) || hasAnswers(form);
  let coming: readonly [url: Url, page: FetchedPage | undefined] | undefined;
  async function* wanted(): AsyncIterable<PageRecord> {
    for await (const record of records)
      if (!form.targets || record.page?.isTarget === true) yield record;
  }
  const stored = async (record: PageRecord) =>
    reads && record.page !== undefined && !isReserved(record) ? pages.get(record.url) : undefined;
  async function* selected(): AsyncIterable<PageRecord> {
    for await (const [record, page] of readAhead(wanted(), stored)) {
      coming = [record.url, page];
      if (isReserved(record)) counts.reserved += 1;
      else yield record;
    }
  }
  // Other pages are read for what their hosts repeat.
  const get = async (url: Url) => (coming?.[0] === url ? coming[1] : pages.get(url));
  return { selected: selected(), read: { get } };
}

async function* recordLines(
  records: AsyncIterable<PageRecord>,
  counts: ExportCounts,
): AsyncIterable<string> {
  for await (const record of counted(records, counts, ({ sequence }) => sequence))
    yield `${JSON.stringify(record)}\n`;
}

async function* counted<Row>(
  rows: AsyncIterable<Row>,
  counts: ExportCounts,
  sequenceOf: (row: Row) => number,
): AsyncIterable<Row> {
  for await (const row of rows) {
    counts.records += 1;
    counts.after = sequenceOf(row);
    yield row;
  }
}
