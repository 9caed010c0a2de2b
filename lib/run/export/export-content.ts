import { basename } from "node:path";
import type { CountryCode } from "libphonenumber-js/max";
import type { PageReader } from "../../adapters/files/warc-page-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type WarcPage, writeWarcFile } from "../../adapters/warc/write-warc-file.ts";
import { currentLabels } from "../../crawl/labels.ts";
import { pageMarkdown } from "../../domain/page/markdown.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Redacted, RedactedText } from "../../domain/text/redact-text.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { type ExportedPage, pageColumns } from "../../evaluation/export/page-columns.ts";
import { csvLines, jsonLines } from "../../evaluation/export/table-lines.ts";
import type { GivenSeeds } from "../../evaluation/report/report-sources.ts";
import { seedOutcomes } from "../../evaluation/seed-outcomes.ts";
import { pagesBySite, siteFigures } from "../../evaluation/site-figures.ts";
import type { Cell, Column } from "../../features/column.ts";
import { type ReadableRun, storedPages } from "../folder/read-run.ts";
import { loadRunProject, type RunProject } from "../folder/run-project.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";
import { answersOfRun } from "../judge/assessed-run.ts";
import { currentVerdicts, sampleOfRun, verdictsOf } from "../judge/sample-file.ts";
import type { ExportFormat, TableFormat, TextForm } from "./export-format.ts";
import { exportedPosts, POST_COLUMNS, type PostTally, urlOf } from "./post-table.ts";
import { type ExportedSeed, SEED_COLUMNS, SITE_COLUMNS } from "./seed-columns.ts";

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
export interface Written<Format> {
  readonly records: AsyncIterable<PageRecord>;
  readonly format: Format;
  /** Of the texts of a table. */
  readonly redaction?: Redaction | undefined;
  /** The form of the main texts; plain if not given. */
  readonly textForm?: TextForm;
}

/** Returns the pieces of a file with pages that is no WARC file. */
export async function exportContent(
  directory: string,
  run: ReadableRun,
  { records, format, redaction, textForm }: Written<Exclude<ExportFormat, "warc">>,
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
  const textOf = textReader(run, project, textForm);
  const pages = exportedPages(directory, run, textOf, records);
  return tableContent(format, redaction?.columns(columns) ?? columns, pages);
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

/**
 * Reads the pages among some records of a run, in their order, one after the other: only one page's
 * text is in memory. Labels and verdicts are read once, at the beginning.
 */
async function* exportedPages(
  directory: string,
  run: Pick<ReadableRun, "labels">,
  textOf: (url: Url) => Promise<string | undefined>,
  records: AsyncIterable<PageRecord>,
): AsyncIterable<ExportedPage> {
  const labels = currentLabels(await run.labels.list());
  const judged = await currentVerdicts(verdictsOf(sampleOfRun(directory)));
  const verdicts = new Map(judged.map((verdict) => [verdict.url, verdict]));
  const assessments = await answersOfRun(directory);
  for await (const record of records) {
    const { url, page } = record;
    if (page === undefined) continue;
    const text = page.file === undefined ? await textOf(url) : undefined;
    const said = { label: labels.get(url), verdict: verdicts.get(url) };
    yield { record, page, text, ...said, assessment: assessments?.get(url) };
  }
}

/** Returns a function from a URL to the main text of its stored page; to `undefined` without one. */
function textReader(
  { pages }: Pick<ReadableRun, "pages">,
  project: Partial<RunProject>,
  form: TextForm = "plain",
): (url: Url) => Promise<string | undefined> {
  const pageOf = storedPages(pages, project);
  return async (url) => {
    const page = await pageOf(url);
    if (page === undefined || form === "plain") return page?.view.mainText;
    const { html, view } = page;
    return pageMarkdown({ html, base: urlOf(view.baseHref, url) ?? url });
  };
}

/** The columns with words of pages, and of people about them. */
const WITH_WORDS: ReadonlySet<string> = new Set(
  "title text anchor why linkWhy labelledBy labelNote author dateText".split(" "),
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
  const redact = (text: string): string => {
    const redacted: RedactedText = redactText(text, known);
    emails += redacted.emails;
    phones += redacted.phones;
    return redacted.text;
  };
  const redactCell = (cell: Cell): Cell => {
    if (typeof cell === "string") return redact(cell);
    return Array.isArray(cell) ? cell.map(redact) : cell;
  };
  return {
    columns: (columns) =>
      columns.map((column) => {
        const { name, read } = column;
        const hasWords = WITH_WORDS.has(name) || name.startsWith("field_");
        return hasWords ? { ...column, read: (row) => redactCell(read(row)) } : column;
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
