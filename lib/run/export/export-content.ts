import { basename } from "node:path";
import { Readable } from "node:stream";
import type { CountryCode } from "libphonenumber-js/max";
import { systemClock } from "../../adapters/system-clock.ts";
import { WARC_INFO, warcPages } from "../../adapters/warc/exported-warc.ts";
import { warcMembers } from "../../adapters/warc/write-warc-file.ts";
import { currentLabels } from "../../crawl/labels.ts";
import {
  type LanguageDetector,
  loadLanguageDetector,
} from "../../domain/page/language/page-language.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Redacted, RedactedText } from "../../domain/text/redact-text.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import { fail } from "../../errors.ts";
import meanings from "../../evaluation/export/column-meanings.json" with { type: "json" };
import { exportedPages } from "../../evaluation/export/exported-pages.ts";
import { type ExportedPage, pageColumns } from "../../evaluation/export/page-columns.ts";
import { savedColumns } from "../../evaluation/export/saved-columns.ts";
import { csvLines, jsonLines } from "../../evaluation/export/table-lines.ts";
import type { TextForm } from "../../evaluation/export/text-form.ts";
import type { GivenSeeds } from "../../evaluation/report/report-sources.ts";
import { type SeedOutcome, seedOutcomes } from "../../evaluation/seed-outcomes.ts";
import { pagesBySite, type SiteFigures, siteFigures } from "../../evaluation/site-figures.ts";
import { type Cell, type Column, columnsOf, type Scalar, timeOf } from "../../features/column.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { type ReadableRun, readRun, storedPages } from "../folder/read-run.ts";
import { loadRunProject, type RunProject } from "../folder/run-project.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";
import { answersOfRun } from "../judge/assessed-run.ts";
import { labelledRun, pageFinder } from "../judge/named-pages.ts";
import { verdictsOnPages } from "../judge/sample-file.ts";
import { printNotice } from "../print/print-line.ts";
import type { ExportFormat, TableFormat } from "./export-format.ts";
import { exportedPosts, POST_COLUMNS, type PostTally } from "./post-table.ts";

/** The pieces of a file, which are made as they are read. */
export type Content = AsyncIterable<string | Uint8Array>;

/** Takes e-mail addresses and phone numbers out of texts, and counts them. */
export interface Redaction {
  /**
   * Returns columns with redacted texts. URLs stay as they are: they name the pages.
   */
  columns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[];
  /** What was redacted so far. */
  counts(): Redacted;
}

/** What of a run is written, and how. */
interface Written<Format> {
  readonly records: AsyncIterable<PageRecord>;
  readonly format: Format;
  /** Of the texts of a table. */
  readonly redaction?: Redaction | undefined;
}

/** How a table of pages is written. */
interface WrittenPages extends Written<ExportFormat> {
  /** Name of the file, which a WARC file has in it. */
  readonly name?: string;
  /** The form of the main texts. */
  readonly textForm: TextForm;
  readonly hasAllColumns: boolean;
}

/** Returns the pieces of a file with pages. */
export async function exportContent(
  directory: string,
  run: ReadableRun,
  { name = "", records, format, redaction, textForm, hasAllColumns }: WrittenPages,
): Promise<Content> {
  if (format === "records") return recordLines(records);
  if (format === "warc") {
    const members = warcMembers(name, warcPages(records, run.pages), WARC_INFO);
    return Readable.from(members).map(({ member }) => member);
  }
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
  const columns = await columnsOfRun(run, project, hasAllColumns);
  const pages = await pagesOfRun(directory, run, { selected: records, textForm });
  return tableContent(format, redaction?.columns(columns) ?? columns, pages);
}

/** Returns some pages of a run with all that an export says about them. */
export async function pagesOfRun(
  directory: string,
  run: ReadableRun,
  chosen: Pick<Parameters<typeof exportedPages>[0], "selected" | "textForm" | "mostLearnt">,
): Promise<AsyncIterable<ExportedPage>> {
  const judged = await verdictsOnPages(directory);
  return exportedPages({
    ...chosen,
    records: run.records,
    pageOf: storedPages(run.pages, loadRunProject(directory) ?? {}),
    detector: detectorIfInstalled,
    labels: currentLabels(await run.labels.list()),
    verdicts: new Map(judged.map((verdict) => [verdict.url, verdict])),
    assessments: await answersOfRun(directory),
  });
}

/**
 * Returns the pieces of a table of posts, which are counted as they are read: a row a post, or with `hasCopies` one for
 * each page that shows it.
 */
export async function postsContent(
  directory: string,
  run: ReadableRun,
  { records, format, redaction, hasCopies }: Written<TableFormat> & { readonly hasCopies: boolean },
  tally: PostTally,
): Promise<Content> {
  const project = loadRunProject(directory) ?? {};
  const posts = exportedPosts(run, project, { records, hasCopies }, tally);
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
    const { parquetFile } = await import("../../evaluation/export/parquet-file.ts");
    return parquetFile(columns, rows);
  }
  return format === "csv" ? csvLines(columns, rows) : jsonLines(columns, rows);
}

async function* recordLines(records: AsyncIterable<PageRecord>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Loads the detector of languages, whose package is optional; without it the languages that pages declare are known. */
async function detectorIfInstalled(): Promise<LanguageDetector | undefined> {
  try {
    return await loadLanguageDetector();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"))
      throw error;
    printNotice(
      "languages that pages do not declare are left empty: the package eld is not installed",
    );
    return undefined;
  }
}

/** The columns with words of pages, and of people about them. */
const WITH_WORDS: ReadonlySet<string> = new Set(
  "title rawTitle text anchor why linkWhy labelledBy labelNote author dateText".split(" "),
);

/**
 * Opens a redaction; `country` is one whose national numbers are found, too.
 * @throws DowserError `bad-country`
 */
export async function openRedaction(country: string | undefined): Promise<Redaction> {
  // Loaded only where it is asked for: other exports need no package for it.
  const { redactText } = await import("../../domain/text/redact-text.ts");
  const known = country === undefined ? undefined : await countryOf(country);
  let [emails, phones] = [0, 0];
  const redact = (text: string, column: string): string => {
    const redacted: RedactedText = redactText(text, known);
    // What a title has is in the one as it is written, too.
    if (column !== "title") {
      emails += redacted.emails;
      phones += redacted.phones;
    }
    return redacted.text;
  };
  const redactCell = (cell: Cell, column: string): Cell => {
    if (typeof cell === "string") return redact(cell, column);
    const ofList = (each: Scalar) => (typeof each === "string" ? redact(each, column) : each);
    return Array.isArray(cell) ? cell.map(ofList) : cell;
  };
  return {
    columns: (columns) =>
      columns.map((column) => {
        const { name, read } = column;
        const hasWords = WITH_WORDS.has(name) || /^(?:field|saved)_/.test(name);
        return hasWords ? { ...column, read: (row) => redactCell(read(row), name) } : column;
      }),
    counts: () => ({ emails, phones }),
  };
}

async function countryOf(text: string): Promise<CountryCode> {
  const { isSupportedCountry } = await import("libphonenumber-js/max");
  const code = text.toUpperCase();
  if (isSupportedCountry(code)) return code;
  throw fail("bad-country", { text });
}

/** Says what was redacted, in words. */
export function redactedInWords({ emails, phones }: Redacted): string {
  const addresses = emails === 1 ? "1 e-mail address" : `${emails} e-mail addresses`;
  const numbers = phones === 1 ? "1 phone number" : `${phones} phone numbers`;
  return `${addresses} and ${numbers} were replaced by marks`;
}

interface ExportedSeed extends SeedOutcome {
  /** Pages fetched from the site that it led to; `undefined` for a seed that is no address. */
  readonly sitePages: number | undefined;
}

/** The columns of a run's seeds, a row a seed. */
export const SEED_COLUMNS: readonly Column<ExportedSeed>[] = columnsOf(meanings.seeds, {
  from: ["text", ({ from }) => from],
  line: ["integer", ({ line }) => line],
  text: ["text", ({ text }) => text],
  url: ["text", ({ url }) => url],
  site: ["text", ({ url }) => url && registrableDomain(hostOf(url))],
  state: ["text", ({ state }) => state],
  reason: ["text", ({ reason }) => (reason === "" ? undefined : reason)],
  detail: ["text", ({ record }) => record?.detail],
  redirectedTo: ["text", ({ redirectedTo }) => redirectedTo],
  status: ["integer", ({ record }) => record?.status],
  fetchedAt: ["time", ({ record }) => timeOf(record?.fetchedAt)],
  title: ["text", ({ record }) => record?.page?.title],
  isTarget: ["boolean", ({ record }) => record?.page?.isTarget],
  utility: ["number", ({ record }) => record?.page?.utility],
  pages: ["integer", ({ sitePages }) => sitePages],
});

/** The columns of a run's sites, a row a site. */
export const SITE_COLUMNS: readonly Column<SiteFigures>[] = columnsOf(meanings.sites, {
  site: ["text", ({ site }) => site],
  seeds: ["integer", ({ seeds }) => seeds],
  pages: ["integer", ({ pages }) => pages],
  targets: ["integer", ({ targets }) => targets],
  harvest: ["number", ({ pages, targets }) => (pages === 0 ? undefined : targets / pages)],
  waiting: ["integer", ({ waiting }) => waiting],
  end: ["text", ({ end }) => end],
  reason: ["text", ({ reason }) => reason],
});

/** Most pages of its host that are read for what it repeats beside one page. */
const MOST_LEARNT = 24;

/**
 * Reads a page of a run, redirects followed: its cells by the names of all columns, docs/data-dictionary.md.
 * @throws DowserError `no-run`, `bad-url`, `page-not-stored`
 */
export async function pageRow(
  directory: string,
  text: string,
  textForm: TextForm,
): Promise<Readonly<Record<string, Cell>>> {
  const run = readRun(directory);
  try {
    const url = await pageFinder(labelledRun(directory, run))(text);
    const record = url && (await run.records.get(url));
    if (record?.page === undefined) throw fail("page-not-stored", { text, offer: "" });
    const columns = await columnsOfRun(run, loadRunProject(directory) ?? {}, true);
    const chosen = { selected: only(record), textForm, mostLearnt: MOST_LEARNT };
    for await (const page of await pagesOfRun(directory, run, chosen))
      return Object.fromEntries(columns.map(({ name, read }) => [name, read(page)]));
    throw fail("page-not-stored", { text, offer: "" });
  } finally {
    await run.close();
  }
}

async function* only(record: PageRecord): AsyncIterable<PageRecord> {
  yield record;
}

/** Returns the columns of a run's pages, with `hasAll` those on the crawl's own work, too. */
export async function columnsOfRun(
  { records }: { readonly records: Pick<RecordStore, "list"> },
  { extract = {}, handler }: Partial<RunProject>,
  hasAll: boolean,
): Promise<readonly Column<ExportedPage>[]> {
  const columns = pageColumns(Object.keys(extract), hasAll);
  if (handler !== true) return columns;
  return [...columns, ...(await savedColumns(records.list()))];
}
