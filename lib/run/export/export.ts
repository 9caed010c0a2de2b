/** `dowser export`: writes what is selected of a run, and a dataset card where asked for. */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import packageJson from "../../../package.json" with { type: "json" };
import { systemClock } from "../../adapters/system-clock.ts";
import { currentLabels, ofPeople } from "../../crawl/labels.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { countLabels } from "../../domain/methods/label-need.ts";
import { type PageRecord, reservationsOf } from "../../domain/page/page-record.ts";
import type { Redacted } from "../../domain/text/redact-text.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import {
  croissantCard,
  type DescribedFile,
  ExportTally,
} from "../../evaluation/croissant/croissant-card.ts";
import type { TextForm } from "../../evaluation/export/text-form.ts";
import { SignalTally } from "../../evaluation/feature-figures.ts";
import { missingTargetsInWords } from "../../evaluation/missing-targets.ts";
import { crawlRequest } from "../../evaluation/report/crawl-request.ts";
import { unreadSources } from "../../evaluation/unread-sources.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { Project } from "../../project/project-schema.ts";
import { missingTargets } from "../crawl/next-steps.ts";
import type { CutChoice } from "../folder/looked-records.ts";
import { type ReadableRun, readRun } from "../folder/read-run.ts";
import { refuseRunFile } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";
import { writeOutput } from "../folder/write-output.ts";
import { lookAtRun } from "../judge/look-at-run.ts";
import { judgedSample } from "../judge/sample-file.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";
import {
  type Content,
  columnsOfRun,
  exportContent,
  openRedaction,
  postsContent,
  type Redaction,
  redactedInWords,
  startsContent,
} from "./export-content.ts";
import {
  type Asked,
  askedOf,
  type ExportFormat,
  type FormatOptions,
  textFormOf,
} from "./export-format.ts";
import { noPosts, postsSentence } from "./post-table.ts";

/** The options of the command line. */
export interface ExportOptions extends FormatOptions, CutChoice {
  /** A file, or `-` for standard output, which is the default. */
  readonly out?: string | undefined;
  /** A file for the dataset card. */
  readonly croissant?: string | undefined;
}

/**
 * Runs `dowser export`: writes the corpus with text, scores, reasons and provenance, or explains
 * what is not in it. Or it writes what became of each seed or site.
 * @throws DowserError `no-run`, `bad-export-format`, `export-needs-file`, `file-exists`,
 * `no-purpose`, `bad-country`, `no-model`
 */
export async function exportCommand(directory: string, options: ExportOptions): Promise<void> {
  const asked = askedOf(options);
  const textForm = textFormOf(options, asked);
  const out = options.out === "-" ? undefined : options.out;
  refuseFiles(asked, out, options.croissant);
  if (asked.rows === "model") {
    const { modelDocument } = await import("./model-document.ts");
    return writeOut([`${JSON.stringify(await modelDocument(directory))}\n`], out);
  }
  await lookAtRun(directory);
  const run = readRun(directory, undefined, options);
  try {
    if (asked.rows === "explained") return await writeOut(explainedLines(directory, run), out);
    if (asked.rows === "seeds" || asked.rows === "sites")
      return await writeOut(
        await startsContent(directory, run, asked.rows, asked.format),
        out,
        options,
      );
    if (options.targets) {
      const missing = await missingTargets(directory, run, await reportCrawl(run));
      if (missing !== undefined) missingTargetsInWords(missing).forEach(printNotice);
    }
    await exportRecords({ directory, run, asked, textForm, out }, options);
  } finally {
    await run.close();
  }
}

/** An export of what the records of a run hold. */
interface RecordsExport {
  readonly directory: string;
  readonly run: ReadableRun;
  readonly asked: Extract<Asked, { rows: "pages" | "posts" }>;
  readonly textForm: TextForm;
  readonly out: string | undefined;
}

async function exportRecords(
  { directory, run, asked, textForm, out }: RecordsExport,
  options: ExportOptions,
): Promise<void> {
  const selected = selectedRecords(directory, run, options);
  const { records, exported } = selected;
  const redaction = await redactionOf(options);
  if (asked.rows === "posts") {
    const tally = noPosts();
    const written = { records, format: asked.format, redaction, hasCopies: options.allCopies };
    await writeOut(await postsContent(directory, run, written, tally), out, options);
    printNotice(postsSentence(tally));
  } else {
    const { format } = asked;
    const { allColumns: hasAllColumns } = options;
    const form = { name: basename(out ?? ""), format, redaction, textForm, hasAllColumns };
    await writeOut(await exportContent(directory, run, { records, ...form }), out, options);
    if (options.croissant !== undefined && out !== undefined) {
      const counts = { reserved: selected.reserved(), redacted: redaction?.counts() };
      const written = { file: out, format, exported, hasAllColumns, ...counts };
      await writeCroissant(options.croissant, directory, run, written);
    }
  }
  if (redaction !== undefined) printNotice(redactedInWords(redaction.counts()));
  const leftOut = selected.leftOut(directory);
  if (leftOut !== undefined) printNotice(leftOut);
}

/**
 * Selects the records of a run for an export, as the purpose of its project demands.
 * @throws DowserError `no-purpose`
 */
export function selectedRecords(
  directory: string,
  { records }: Pick<ReadableRun, "records">,
  selection: Selection,
): SelectedRecords {
  const { purpose } = loadRunProject(directory) ?? {};
  if (selection.reserved && purpose === undefined) throw fail("no-purpose", { value: directory });
  return selectRecords(records, purpose, selection);
}

/**
 * Opens the redaction that an export asks for; `undefined` for none.
 * @throws DowserError `bad-country`
 */
export async function redactionOf({
  redact,
}: Pick<ExportOptions, "redact">): Promise<Redaction | undefined> {
  if (redact === undefined) return undefined;
  return openRedaction(redact === true ? undefined : redact);
}

async function writeOut(
  content: Content | readonly string[],
  out: string | undefined,
  { bom = false }: Pick<FormatOptions, "bom"> = {},
): Promise<void> {
  const written = bom ? marked(content) : content;
  if (out !== undefined) return writeOutput(out, written);
  // Standard output belongs to the process, and is not closed here.
  await pipeline(Readable.from(written), terminal().stdout, { end: false });
}

async function* marked(content: Content | readonly string[]): AsyncIterable<string | Uint8Array> {
  yield "\uFEFF";
  yield* content;
}

function refuseFiles(
  { rows, format }: Asked,
  out: string | undefined,
  croissant: string | undefined,
): void {
  if (format === "warc" && out === undefined) throw fail("export-needs-file", { value: format });
  if (croissant !== undefined && (out === undefined || rows !== "pages"))
    throw fail("export-needs-file/card", { value: format ?? "explain" });
  for (const file of [out, croissant]) if (file !== undefined) refuseRunFile(file);
}

/** Explains what gave no page: what was given and is no link, then the URLs. */
async function* explainedLines(directory: string, run: ReadableRun): AsyncIterable<string> {
  for await (const { text, leftOut } of seedsOfRun(directory).list())
    if (leftOut !== undefined)
      yield unlinkedLine({ url: text, state: "left-out", rule: leftOut, detail: "seed" });
  for (const { kind, name, reason } of unreadSources(await run.log.list()).named)
    yield unlinkedLine({ url: name, state: "unread", rule: reason, detail: kind });
  yield* unfetchedLines(run);
}

/** What of a link and its answer is in a line: nothing, as it is of neither. */
const NO_LINK = {
  status: null,
  location: null,
  at: null,
  attempts: null,
  depth: null,
  parent: null,
  anchor: null,
  priority: null,
};

/** Formats a line of what is no link; `detail` says what it is. */
function unlinkedLine({
  url,
  ...said
}: {
  readonly url: string;
  readonly state: "left-out" | "unread";
  readonly rule: string;
  readonly detail: string;
}): string {
  const host = URL.parse(url)?.host || null;
  return `${JSON.stringify({ url, host, ...said, ...NO_LINK })}\n`;
}

/**
 * Explains each discovered URL that gave no page, in order of discovery, a JSON object a line: its
 * state, the rule or reason, and how it was discovered. What does not apply is `null`.
 */
async function* unfetchedLines({
  records,
  knownLinks,
}: Pick<ReadableRun, "records" | "knownLinks">): AsyncIterable<string> {
  for (const { url, state, reason, link } of knownLinks()) {
    if (reason === "page") continue;
    const record = await records.get(url);
    const line = {
      url,
      host: hostOf(url),
      state,
      rule: reason === "" ? null : reason,
      detail: record?.detail ?? null,
      status: record?.status ?? null,
      location: record?.location ?? null,
      at: record === undefined ? null : new Date(record.fetchedAt).toISOString(),
      attempts: link?.attempts ?? null,
      depth: link?.depth ?? null,
      parent: link?.parent ?? null,
      anchor: link?.snippet?.anchor ?? null,
      priority: link?.priority ?? null,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** Which records of a run an export has. */
export interface Selection {
  /** Target pages only. */
  readonly targets: boolean;
  /**
   * Only pages that their sites reserve against the purpose of the project, instead of all others.
   */
  readonly reserved: boolean;
}

/** The records of an export, and what it leaves out. */
export interface SelectedRecords {
  readonly records: AsyncIterable<PageRecord>;
  /** What was written so far. */
  readonly exported: ExportTally;
  /** Returns the number of pages left out so far. */
  reserved(): number;
  /** Says what was left out, when the records were read; `undefined` for nothing. */
  leftOut(directory: string): string | undefined;
}

/**
 * Selects records of a run. A page that its site reserves against the purpose of the project is
 * left out, and counted; without a purpose none is.
 */
function selectRecords(
  records: Pick<RecordStore, "list">,
  purpose: Project["purpose"],
  { targets, reserved }: Selection,
): SelectedRecords {
  const left = new SignalTally(purpose);
  const exported = new ExportTally();
  async function* selected(): AsyncIterable<PageRecord> {
    for await (const record of records.list()) {
      if (targets && record.page?.isTarget !== true) continue;
      const reserving = reservationsOf(purpose, record);
      if (!reserved && record.page !== undefined) left.add(record.page, reserving);
      if (reserving.length > 0 !== reserved) continue;
      exported.add(record);
      yield record;
    }
  }
  return {
    records: selected(),
    exported,
    reserved: () => left.figures().reserved,
    leftOut(directory) {
      const pages = left.figures().reserved;
      if (pages === 0) return undefined;
      const which = pages === 1 ? "1 page is" : `${pages} pages are`;
      return `${which} left out: reserved by the site against \`purpose: ${purpose}\`: ${left.inWords()}; seen with: dowser export ${directory} --format jsonl --reserved`;
    },
  };
}

/** Media types as Croissant's reference tool knows them; a table has a row a page. */
const FORMATS: Readonly<Record<ExportFormat, readonly [mediaType: string, isTable: boolean]>> = {
  jsonl: ["application/jsonlines", true],
  csv: ["text/csv", true],
  parquet: ["application/x-parquet", true],
  warc: ["application/warc", false],
  wacz: ["application/wacz", false],
  records: ["application/jsonlines", false],
};

/** An export that was written to a file. */
interface WrittenExport {
  readonly file: string;
  readonly format: ExportFormat;
  readonly exported: ExportTally;
  readonly hasAllColumns: boolean;
  /** Number of pages that it left out as reserved. */
  readonly reserved: number;
  /** What was replaced in texts; `undefined` when nothing was to be. */
  readonly redacted: Redacted | undefined;
}

/** Writes the dataset card of an export, as Croissant. */
async function writeCroissant(
  card: string,
  directory: string,
  run: ReadableRun,
  { file, format, exported, hasAllColumns, reserved, redacted }: WrittenExport,
): Promise<void> {
  const project = loadRunProject(directory) ?? {};
  const labels = ofPeople(currentLabels(await run.labels.list()).values());
  const content = croissantCard({
    file: await describe(file, format, await columnsOfRun(run, project, hasAllColumns)),
    request: crawlRequest(project),
    version: packageJson.version,
    writtenAt: systemClock.now(),
    exported: exported.figures(),
    reserved,
    redacted,
    purpose: project.purpose,
    crawl: await reportCrawl(run),
    sample: await judgedSample(directory),
    labelled: countLabels(labels.map(({ label }) => label)),
  });
  await writeOutput(card, [`${JSON.stringify(content, undefined, 2)}\n`]);
}

async function describe(
  file: string,
  format: ExportFormat,
  all: DescribedFile["columns"],
): Promise<DescribedFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const [mediaType, isTable] = FORMATS[format];
  const columns = isTable ? all : undefined;
  const { size: bytes } = statSync(file);
  return { name: basename(file), mediaType, bytes, sha256: hash.digest("hex"), columns };
}
