import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fail } from "../../errors.ts";
import {
  exportCommand,
  redactionOf,
  type SelectedRecords,
  type Selection,
  selectedRecords,
} from "../../run/export/export.ts";
import { type Content, exportContent, postsContent } from "../../run/export/export-content.ts";
import { askedOf, type FormatOptions, textFormOf } from "../../run/export/export-format.ts";
import { noPosts } from "../../run/export/post-table.ts";
import { runSources } from "../../run/figures/run-sources.ts";
import { type ReadableRun, readRun } from "../../run/folder/read-run.ts";
import { lookAtRun } from "../../run/judge/look-at-run.ts";
import { openSample, type RunFolder } from "./run-folder.ts";

/** A file that a browser saves. */
export interface Download {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Readable;
  /** Whether the browser shows it, in a page that can do nothing, instead of saving it. */
  readonly isShown?: boolean;
}

/** File endings and media types of exports. */
export const FORMATS = {
  jsonl: ["jsonl", "application/jsonl"],
  csv: ["csv", "text/csv; charset=utf-8"],
  parquet: ["parquet", "application/vnd.apache.parquet"],
  warc: ["warc.gz", "application/warc"],
  wacz: ["wacz", "application/wacz"],
  records: ["records.jsonl", "application/jsonl"],
} as const;

/** Writes the report of a run, as `dowser report --html` does; with `show`, to be read and printed. */
export async function downloadReport(
  folder: RunFolder,
  run: string,
  { show, name = run }: Readonly<Partial<Record<"show" | "name", string | undefined>>>,
): Promise<Download> {
  const directory = folder.directory(run);
  await lookAtRun(directory);
  await using opened = readRun(directory);
  const places = { shownAs: folder.named(run), folder: folder.folder, isHandedOn: true };
  const sources = await runSources(directory, opened, places);
  // The drawing code is loaded only when something is drawn.
  const { reportPage } = await import("../../evaluation/report/report-page.ts");
  const { html } = await reportPage(sources, { writtenAt: Date.now() });
  return {
    name: `${name}-report.html`,
    mediaType: "text/html; charset=utf-8",
    content: Readable.from([html]),
    isShown: show === "true",
  };
}

/**
 * Exports the pages of a run, or their posts, as `dowser export` does with the options of a query:
 * `format`, `text`, `allColumns`, `targets`, `reserved`, `posts`, `allCopies` and `redact`. The file is made while it is
 * read. With `card` it is packed with its dataset card.
 * @throws DowserError `bad-export-format`, `no-purpose`, `bad-country`, `export-needs-file`
 */
export async function downloadExport(
  directory: string,
  run: string,
  query: Readonly<Record<string, string>>,
): Promise<Download> {
  const options = optionsOf(query);
  const asked = askedOf(options);
  const textForm = textFormOf(options, asked);
  const { targets, reserved } = options;
  const kind = `${targets ? "-targets" : ""}${reserved ? "-reserved" : ""}`;
  const name = `${run}${kind}${asked.rows === "posts" ? "-posts" : ""}`;
  const format = asked.rows === "pages" || asked.rows === "posts" ? asked.format : "jsonl";
  const [ending, mediaType] = FORMATS[format];
  if (query["card"] === "true") {
    const content = await packedWithCard(directory, `${name}.${ending}`, options);
    return { name: `${name}.zip`, mediaType: "application/zip", content };
  }
  const file = { name: `${name}.${ending}`, mediaType };
  const redaction = await redactionOf(options);
  const content = await whileOpen(directory, options, async (opened, records) => {
    if (asked.rows !== "posts") {
      const { allColumns: hasAllColumns } = options;
      const pages = { name: file.name, records, format, redaction, textForm, hasAllColumns };
      return exportContent(directory, opened, pages);
    }
    const tally = noPosts();
    const written = { records, format: asked.format, redaction, hasCopies: options.allCopies };
    return postsContent(directory, opened, written, tally);
  });
  return { ...file, content };
}

/** Reads the options of `dowser export` from a query. */
function optionsOf(query: Readonly<Record<string, string>>): FormatOptions {
  const { redact = "" } = query;
  const isSet = (name: string) => query[name] === "true";
  return {
    format: query["format"],
    targets: isSet("targets"),
    reserved: isSet("reserved"),
    posts: isSet("posts"),
    allCopies: isSet("allCopies"),
    seeds: false,
    sites: false,
    explain: false,
    text: query["text"],
    allColumns: isSet("allColumns"),
    redact: redact === "true" ? true : redact || undefined,
  };
}

/** Makes an export and its dataset card as the command does, and packs the two. */
async function packedWithCard(
  directory: string,
  name: string,
  options: FormatOptions,
): Promise<Readable> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-export-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const card = `${name}.croissant.json`;
  try {
    const [out, croissant] = [name, card].map((file) => join(folder, file));
    await exportCommand(directory, { ...options, out, croissant });
  } catch (error) {
    remove();
    throw error;
  }
  // Loaded only where it is asked for, as the writer of WACZ is.
  const { makeZip } = await import("client-zip");
  const files = async function* () {
    try {
      for (const file of [name, card]) {
        yield { name: file, input: createReadStream(join(folder, file)), lastModified: new Date() };
      }
    } finally {
      remove();
    }
  };
  return Readable.from(makeZip(files()));
}

/** Returns what is made of the selected records of a run, which is closed at the end. */
async function whileOpen(
  directory: string,
  selection: Selection,
  read: (run: ReadableRun, records: SelectedRecords["records"]) => Promise<Content>,
): Promise<Readable> {
  await lookAtRun(directory);
  const opened = readRun(directory);
  try {
    // What is refused is refused before anything is sent.
    const { records } = selectedRecords(directory, opened, selection);
    return Readable.from(closing(opened, await read(opened, records)));
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Gives what is made of a run, and closes the run behind it. */
export async function* closing(
  opened: ReadableRun,
  content: Content,
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* content;
  } finally {
    await opened.close();
  }
}

/**
 * Returns a sample of a run with its probabilities, as `dowser sample` wrote it: that of all pages, or `of` `targets`.
 * @throws DowserError `bad-sample`
 */
export function downloadSample(
  directory: string,
  run: string,
  { of }: Readonly<Record<string, string>>,
): Download {
  const isOfTargets = of === "targets";
  const sample = openSample(directory, isOfTargets ? "targets" : "pages");
  if (sample === undefined) {
    throw fail("no-sample", { run });
  }
  const content = createReadStream(sample.file);
  return {
    name: `${run}-${isOfTargets ? "exported" : "sample"}.jsonl`,
    mediaType: "application/jsonl",
    content,
  };
}
