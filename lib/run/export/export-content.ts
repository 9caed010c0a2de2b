import { basename } from "node:path";
import type { PageReader } from "../../adapters/files/warc-page-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type WarcPage, writeWarcFile } from "../../adapters/warc/write-warc-file.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/host-rule.ts";
import { pageColumns } from "../../evaluation/export/page-columns.ts";
import type { Column } from "../../evaluation/export/table.ts";
import { csvLines, jsonLines } from "../../evaluation/export/table-lines.ts";
import type { GivenSeeds } from "../../evaluation/report/report-sources.ts";
import { seedOutcomes } from "../../evaluation/seed-outcomes.ts";
import { pagesBySite, siteFigures } from "../../evaluation/site-figures.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";
import type { ExportFormat, TableFormat } from "./export-format.ts";
import { POST_COLUMNS } from "./post-columns.ts";
import { exportedPages } from "./read-pages.ts";
import { exportedPosts, type PostTally } from "./read-posts.ts";
import type { Redaction } from "./redact-columns.ts";
import { type ExportedSeed, SEED_COLUMNS, SITE_COLUMNS } from "./seed-columns.ts";

/** The pieces of a file, which are made as they are read. */
export type Content = AsyncIterable<string | Uint8Array>;

/** What of a run is written, and how. */
export interface Written<Format> {
  readonly records: AsyncIterable<PageRecord>;
  readonly format: Format;
  /** Of the texts of a table. */
  readonly redaction?: Redaction | undefined;
}

/** Returns the pieces of a file with pages that is no WARC file. */
export async function exportContent(
  directory: string,
  run: ReadableRun,
  { records, format, redaction }: Written<Exclude<ExportFormat, "warc">>,
): Promise<Content> {
  if (format === "records") return recordLines(records);
  const project = loadRunProject(directory) ?? {};
  if (format === "wacz") {
    // Loaded only where it is asked for, as the writer of Parquet is.
    const { waczFile } = await import("../../adapters/warc/write-wacz.ts");
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
  const pages = exportedPages(directory, run, project, records);
  return tableContent(format, redaction?.columns(columns) ?? columns, pages);
}

/** Returns the pieces of a table of posts, which are counted as they are read. */
export async function postsContent(
  directory: string,
  run: ReadableRun,
  { records, format, redaction }: Written<TableFormat>,
  tally: PostTally,
): Promise<Content> {
  const posts = exportedPosts(run, loadRunProject(directory) ?? {}, records, tally);
  return tableContent(format, redaction?.columns(POST_COLUMNS) ?? POST_COLUMNS, posts);
}

/** Returns the pieces of a table of the seeds or the sites of a run. */
export async function startsContent(
  directory: string,
  run: ReadableRun,
  rows: "seeds" | "sites",
  format: "jsonl" | "csv",
): Promise<Content> {
  const seeds = seedsOfRun(directory);
  const pagesPerSite = loadRunProject(directory)?.budget?.pagesPerSite;
  return rows === "seeds"
    ? tableContent(format, SEED_COLUMNS, exportedSeeds(run, seeds))
    : tableContent(format, SITE_COLUMNS, await siteFigures(run, seeds.list(), pagesPerSite));
}

/** Lists what became of the seeds of a run, and how many pages their sites have. */
async function* exportedSeeds(run: ReadableRun, seeds: GivenSeeds): AsyncGenerator<ExportedSeed> {
  const pages = pagesBySite(run.pagesByHost());
  for await (const outcome of seedOutcomes(run, seeds.list(), seeds.count)) {
    const { url, redirectedTo = url } = outcome;
    const site = redirectedTo && registrableDomain(hostOf(redirectedTo));
    yield { ...outcome, sitePages: site === undefined ? undefined : (pages.get(site) ?? 0) };
  }
}

async function tableContent<Row>(
  format: TableFormat,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<Content> {
  if (format === "parquet") {
    // Loaded only where it is asked for: other exports need no package for it.
    const { parquetFile } = await import("./parquet-file.ts");
    return parquetFile(columns, rows);
  }
  return format === "csv" ? csvLines(columns, rows) : jsonLines(columns, rows);
}

/** What an exported WARC file says about itself. */
const WARC_INFO = { software: "Dowser", format: "WARC File Format 1.1" };

/** Writes the pages of a run into a new WARC file. */
export async function exportWarc(
  run: Pick<ReadableRun, "pages">,
  records: AsyncIterable<PageRecord>,
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

async function* recordLines(records: AsyncIterable<PageRecord>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
