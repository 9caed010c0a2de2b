import { createWriteStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PageReader } from "../../adapters/files/warc-page-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import type { PageRecord } from "../../domain/fetch/page-record.ts";
import { DowserError } from "../../errors.ts";
import { seedOutcomes } from "../../evaluation/seed-outcomes.ts";
import { siteFigures } from "../../evaluation/site-figures.ts";
import { type WarcPage, writeWarcFile } from "../../warc/write-warc-file.ts";
import { printNotice } from "../print/print-line.ts";
import { missingTargets } from "../run/next-steps.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { loadRunProject } from "../run/run-project.ts";
import { countSeeds, seedsOfRun } from "../run/run-seeds.ts";
import { EXPORT_FORMATS, type ExportFormat } from "./export-format.ts";
import { pageColumns } from "./page-columns.ts";
import { POST_COLUMNS } from "./post-columns.ts";
import { exportedPages } from "./read-pages.ts";
import { exportedPosts, type PostTally, postsSentence } from "./read-posts.ts";
import { SEED_COLUMNS, SITE_COLUMNS } from "./seed-columns.ts";
import { type SelectedRecords, type Selection, selectRecords } from "./select-records.ts";
import type { Column } from "./table.ts";
import { csvLines, jsonLines } from "./table-lines.ts";
import { unfetchedLines } from "./unfetched-lines.ts";
import { writeCroissant } from "./write-croissant.ts";

/** Formats of a table. */
const TABLE_FORMATS = ["jsonl", "csv", "parquet"] as const;

type TableFormat = (typeof TABLE_FORMATS)[number];

/** The options of the command line. */
export interface ExportOptions {
  /** Required, except to explain. */
  readonly format: string | undefined;
  /** A file, or `-` for standard output, which is the default. */
  readonly out: string | undefined;
  readonly targets: boolean;
  readonly reserved: boolean;
  /** Whether to write the posts of the pages, a row a post. */
  readonly posts: boolean;
  /** A file for the dataset card. */
  readonly croissant: string | undefined;
  /** Whether to write the URLs without a page instead, with the reasons. */
  readonly explain: boolean;
  /** Whether to write the seeds, or the sites, instead, a row each. */
  readonly seeds: boolean;
  readonly sites: boolean;
}

/**
 * Runs `dowser export`: writes the corpus with text, scores, reasons and provenance, or explains
 * what is not in it. Or it writes what became of each seed or site.
 * @throws DowserError `no-run`, `bad-export-format`, `export-needs-file`, `no-purpose`
 */
export async function exportCommand(directory: string, options: ExportOptions): Promise<void> {
  if (options.seeds || options.sites) return exportStarts(directory, options);
  const format = formatOf(options);
  const out = options.out === "-" ? undefined : options.out;
  const { croissant } = options;
  if (format === "warc" && out === undefined) throw needsFile("a WARC export needs a file", format);
  if (croissant !== undefined && (out === undefined || format === "explain" || format === "posts"))
    throw needsFile("a dataset card describes an exported file of pages", format);
  const run = readRun(directory);
  try {
    if (options.targets) {
      const lines = await missingTargets(directory, run, await reportCrawl(run));
      lines.forEach(printNotice);
    }
    const selected = selectedRecords(directory, run, options);
    if (format === "posts") {
      const tally = { posts: 0, pages: 0, without: 0 };
      const table = { format: tableFormat(options.format), records: selected.records };
      await writeOut(await postsContent(directory, run, table, tally), out);
      printNotice(postsSentence(tally));
    } else if (format === "warc" && out !== undefined) await exportWarc(run, selected, out);
    else if (format !== "warc")
      await writeOut(await exportContent(directory, run, format, selected), out);
    if (
      croissant !== undefined &&
      out !== undefined &&
      format !== "explain" &&
      format !== "posts"
    ) {
      const { exported } = selected;
      const written = { file: out, format, exported, reserved: selected.reserved() };
      await writeCroissant(croissant, directory, run, written);
    }
    const leftOut = selected.leftOut(directory);
    if (leftOut !== undefined) printNotice(leftOut);
  } finally {
    await run.close();
  }
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
  if (selection.reserved && purpose === undefined) throw noPurpose(directory);
  return selectRecords(records, purpose, selection);
}

/** Writes a table of the seeds or the sites of a run. */
async function exportStarts(directory: string, options: ExportOptions): Promise<void> {
  const format = startsFormat(options);
  const out = options.out === "-" ? undefined : options.out;
  const run = readRun(directory);
  try {
    const seeds = seedsOfRun(directory);
    const content = options.seeds
      ? tableLines(format, SEED_COLUMNS, seedOutcomes(run, seeds, countSeeds(directory)))
      : tableLines(format, SITE_COLUMNS, await siteFigures(run, seeds));
    await writeOut(content, out);
  } finally {
    await run.close();
  }
}

function tableLines<Row>(
  format: "csv" | "jsonl",
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncIterable<string> {
  return format === "csv" ? csvLines(columns, rows) : jsonLines(columns, rows);
}

/** Returns the pieces of a file that is no WARC file; they are made as they are read. */
export async function exportContent(
  directory: string,
  run: ReadableRun,
  format: Exclude<ExportFormat, "warc"> | "explain",
  { records }: Pick<SelectedRecords, "records">,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (format === "explain") return unfetchedLines(run);
  if (format === "records") return recordLines(records);
  const project = loadRunProject(directory) ?? {};
  if (format === "wacz") {
    // Loaded only where it is asked for, as the writer of Parquet is.
    const { waczFile } = await import("../../warc/write-wacz.ts");
    const title = project.name ?? basename(directory);
    const info = {
      title,
      software: WARC_INFO.software,
      createdAt: systemClock.now(),
      warc: WARC_INFO,
    };
    return waczFile(warcPages(records, run.pages), info);
  }
  const columns = pageColumns(Object.keys(project.extract ?? {}));
  return tableContent(format, columns, exportedPages(directory, run, project, records));
}

/** Returns the pieces of a table of posts; they are made, and counted, as they are read. */
export async function postsContent(
  directory: string,
  run: ReadableRun,
  { format, records }: Pick<SelectedRecords, "records"> & { readonly format: TableFormat },
  tally: PostTally,
): Promise<AsyncIterable<string | Uint8Array>> {
  const posts = exportedPosts(run, loadRunProject(directory) ?? {}, records, tally);
  return tableContent(format, POST_COLUMNS, posts);
}

async function tableContent<Row>(
  format: TableFormat,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (format === "parquet") {
    // Loaded only where it is asked for: other exports need no package for it.
    const { parquetFile } = await import("./parquet-file.ts");
    return parquetFile(columns, rows);
  }
  return tableLines(format, columns, rows);
}

async function writeOut(
  content: AsyncIterable<string | Uint8Array>,
  out: string | undefined,
): Promise<void> {
  const target = out === undefined ? process.stdout : createWriteStream(out);
  // Standard output belongs to the process, and is not closed here.
  await pipeline(Readable.from(content), target, { end: out !== undefined });
}

/** What an exported WARC file says about itself. */
const WARC_INFO = { software: "Dowser", format: "WARC File Format 1.1" };

/** Writes the pages of a run into a new WARC file. */
export async function exportWarc(
  run: Pick<ReadableRun, "pages">,
  { records }: Pick<SelectedRecords, "records">,
  out: string,
): Promise<void> {
  await writeWarcFile(out, warcPages(records, run.pages), WARC_INFO);
}

async function* warcPages(
  records: AsyncIterable<PageRecord>,
  pages: PageReader,
): AsyncIterable<WarcPage & { readonly title: string }> {
  for await (const { url, fetchedAt, page: verdict, linkWhy, priority } of records) {
    const page = verdict === undefined ? undefined : await pages.get(url);
    if (page === undefined || verdict === undefined) continue;
    const { title, utility, isTarget, type = "", model, why } = verdict;
    const fields = {
      "dowser-utility": String(utility),
      "dowser-target": String(isTarget),
      "dowser-type": type,
      "dowser-model": model,
      "dowser-why": why,
      "dowser-link-priority": String(priority),
      "dowser-link-why": linkWhy,
    };
    yield { page, fetchedAt, title, fields };
  }
}

function needsFile(message: string, format: string): DowserError {
  return new DowserError(message, {
    code: "export-needs-file",
    reaction: "fix-config",
    value: format,
    hint: "name one with --out; that of a WARC export ends in .warc.gz",
  });
}

function noPurpose(directory: string): DowserError {
  return new DowserError("the project states no purpose that a site could reserve pages against", {
    code: "no-purpose",
    reaction: "fix-config",
    value: directory,
    hint: "put `purpose: search`, `train-ai` or `research-tdm` into the project file and run dowser crawl again, or leave out --reserved",
  });
}

function formatOf(options: ExportOptions): ExportFormat | "explain" | "posts" {
  const { format: text, explain, targets, posts, reserved } = options;
  if (explain) {
    if (text === undefined && !targets && !posts && !reserved) return "explain";
    throw badFormat("--explain writes its own JSON lines", text ?? "--targets", [
      "leave out --format, --targets, --posts and --reserved",
    ]);
  }
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format !== undefined && posts) {
    tableFormat(text);
    return "posts";
  }
  if (format !== undefined) return format;
  const message =
    text === undefined ? "no export format is named" : `unknown export format: ${text}`;
  throw badFormat(message, text ?? "", [
    `choose one with --format: ${EXPORT_FORMATS.join(", ")}`,
    "or ask for --explain",
  ]);
}

function startsFormat({
  format = "jsonl",
  seeds,
  sites,
  explain,
  targets,
  posts,
  reserved,
}: ExportOptions): "csv" | "jsonl" {
  const others = [seeds && sites, explain, targets, posts, reserved].some(Boolean);
  if (!others && (format === "jsonl" || format === "csv")) return format;
  throw badFormat("--seeds and --sites write a table of their own, as jsonl or csv", format, [
    "name one of them, leave out --explain, --targets, --posts and --reserved",
    "and choose --format jsonl or csv",
  ]);
}

/**
 * Returns the format of a table of posts.
 * @throws DowserError `bad-export-format`
 */
export function tableFormat(text: string | undefined): TableFormat {
  const format = TABLE_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  throw badFormat("posts are a table", text ?? "", [
    `choose its format with --format: ${TABLE_FORMATS.join(", ")}`,
  ]);
}

function badFormat(message: string, value: string, hints: readonly string[]): DowserError {
  return new DowserError(message, {
    code: "bad-export-format",
    reaction: "fix-config",
    value,
    hint: hints.join(", "),
  });
}

async function* recordLines(records: AsyncIterable<PageRecord>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
