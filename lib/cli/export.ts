import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { PageReader } from "../adapters/files/warc-page-store.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import type { PageRecord } from "../domain/fetch/page-record.ts";
import { DowserError } from "../errors.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type WarcPage, writeWarcFile } from "../warc/write-warc-file.ts";
import { printNotice } from "./print/print-line.ts";
import { missingTargets } from "./run/next-steps.ts";
import { readRun } from "./run/read-run.ts";

/** Formats of an exported corpus. */
const EXPORT_FORMATS = ["warc", "jsonl", "csv"] as const;

type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The options of the command line. */
export interface ExportOptions {
  readonly format: string;
  /** Standard output by default. */
  readonly out: string | undefined;
  readonly targets: boolean;
}

/** Runs `dowser export`: writes the corpus with scores, reasons and provenance. */
export async function exportCommand(directory: string, options: ExportOptions): Promise<void> {
  const format = formatOf(options.format);
  const run = readRun(directory);
  try {
    if (options.targets) {
      const lines = await missingTargets(directory, run, await reportCrawl(run));
      lines.forEach(printNotice);
    }
    const records = selectedRecords(run.records, options.targets);
    if (format === "warc") await exportWarc(records, run.pages, options.out);
    else await exportText(textOf[format](records), options.out);
  } finally {
    await run.close();
  }
}

async function exportText(content: readonly Readable[], out: string | undefined): Promise<void> {
  const target = out === undefined ? process.stdout : createWriteStream(out);
  // Standard output belongs to the process, and is not closed here.
  await pipeline([...content, target], { end: out !== undefined });
}

async function exportWarc(
  records: AsyncIterable<PageRecord>,
  pages: PageReader,
  out: string | undefined,
): Promise<void> {
  if (out === undefined) {
    throw new DowserError("a WARC export needs a file", {
      code: "export-needs-file",
      reaction: "fix-config",
      value: "warc",
      hint: "name one that ends in .warc.gz with --out",
    });
  }
  await writeWarcFile(out, warcPages(records, pages), {
    software: "Dowser",
    format: "WARC File Format 1.1",
  });
}

async function* warcPages(
  records: AsyncIterable<PageRecord>,
  pages: PageReader,
): AsyncIterable<WarcPage> {
  for await (const { url, fetchedAt, page: verdict, linkWhy, priority } of records) {
    const page = verdict === undefined ? undefined : await pages.get(url);
    if (page === undefined || verdict === undefined) continue;
    const { utility, isTarget, type = "", model, why } = verdict;
    const fields = {
      "dowser-utility": String(utility),
      "dowser-target": String(isTarget),
      "dowser-type": type,
      "dowser-model": model,
      "dowser-why": why,
      "dowser-link-priority": String(priority),
      "dowser-link-why": linkWhy,
    };
    yield { page, fetchedAt, fields };
  }
}

function formatOf(text: string): ExportFormat {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  throw new DowserError(`unknown export format: ${text}`, {
    code: "bad-export-format",
    reaction: "fix-config",
    value: text,
    hint: `choose one of ${EXPORT_FORMATS.join(", ")}`,
  });
}

async function* selectedRecords(records: RecordStore, targets: boolean): AsyncIterable<PageRecord> {
  for await (const record of records.list()) {
    if (!targets || record.page?.isTarget === true) yield record;
  }
}

const textOf = {
  jsonl: (records: AsyncIterable<PageRecord>) => [Readable.from(jsonLines(records))],
  csv: (records: AsyncIterable<PageRecord>) => {
    // Cells from the Web that begin with = + - or @ are written as text, so that a spreadsheet runs
    // no formula.
    const form = { header: true, columns: [...COLUMNS.keys()], escape_formulas: true };
    return [Readable.from(csvRows(records)), stringify(form)];
  },
};

async function* csvRows(records: AsyncIterable<PageRecord>) {
  for await (const record of records) {
    yield Array.from(COLUMNS.values(), (read) => String(read(record) ?? ""));
  }
}

async function* jsonLines(records: AsyncIterable<PageRecord>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

type Cell = string | number | boolean | undefined;

/** Title → value; extracted fields share one cell as JSON, since their names differ by project. */
const COLUMNS: ReadonlyMap<string, (record: PageRecord) => Cell> = new Map([
  ...titled(["url", "host", "sequence", "state", "reason", "detail", "status", "location"]),
  ["fetchedAt", ({ fetchedAt }) => new Date(fetchedAt).toISOString()],
  ...titled(["fetchMs", "depth", "layer", "parent", "priority", "group", "linkModel", "linkWhy"]),
  ["anchor", ({ snippet }) => snippet?.anchor],
  ["title", ({ page }) => page?.title],
  ["utility", ({ page }) => page?.utility],
  ["isTarget", ({ page }) => page?.isTarget],
  ["type", ({ page }) => page?.type],
  ["model", ({ page }) => page?.model],
  ["why", ({ page }) => page?.why],
  ["language", ({ page }) => page?.language],
  ["mediaType", ({ page }) => page?.mediaType],
  ["bodyBytes", ({ page }) => page?.bodyBytes],
  ["declaredBytes", ({ page }) => page?.file?.declaredBytes],
  ["digest", ({ page }) => page?.ref?.digest],
  ["segment", ({ page, response }) => (page?.ref ?? response)?.segment],
  ["offset", ({ page, response }) => (page?.ref ?? response)?.offset],
  ["fields", ({ page }) => page && JSON.stringify(page.fields)],
]);

function titled(
  names: readonly Exclude<keyof PageRecord, "page" | "snippet" | "response">[],
): [string, (record: PageRecord) => Cell][] {
  return names.map((name) => [name, (record) => record[name]]);
}
