import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DowserError } from "../../errors.ts";
import { selectedRecords } from "../export/export.ts";
import { exportContent, exportWarc, postsContent } from "../export/export-content.ts";
import { exportFormat, tableFormat } from "../export/export-format.ts";
import { gatherAnswers } from "../report/gather-answers.ts";
import { type ReadableRun, readRun } from "../run/read-run.ts";
import { openSample } from "./run-sample.ts";

/** A file that a browser saves. */
export interface Download {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Readable;
}

/** File endings and media types of exports. */
const FORMATS = {
  jsonl: ["jsonl", "application/jsonl"],
  csv: ["csv", "text/csv; charset=utf-8"],
  parquet: ["parquet", "application/vnd.apache.parquet"],
  warc: ["warc.gz", "application/warc"],
  wacz: ["wacz", "application/wacz"],
  records: ["records.jsonl", "application/jsonl"],
} as const;

/** Writes the report of a run, as `dowser report --html` does. */
export async function downloadReport(
  directory: string,
  run: string,
  named: string,
): Promise<Download> {
  const opened = readRun(directory);
  try {
    const answers = await gatherAnswers(directory, opened, undefined, named);
    // The drawing code is loaded only when something is drawn.
    const { reportPage } = await import("../report/write-report.ts");
    const written = { truth: undefined, writtenAt: Date.now() };
    const html = await reportPage(directory, opened, answers, written);
    return {
      name: `${run}-report.html`,
      mediaType: "text/html; charset=utf-8",
      content: Readable.from([html]),
    };
  } finally {
    await opened.close();
  }
}

/**
 * Exports the pages of a run, or their posts, as `dowser export` does with the options of a query:
 * `format`, `targets` and `posts`. The file is made while it is read.
 * @throws DowserError `bad-export-format`
 */
export async function downloadExport(
  directory: string,
  run: string,
  asked: Readonly<Record<string, string>>,
): Promise<Download> {
  const targets = asked["targets"] === "true";
  const selection = { targets, reserved: false };
  const name = `${run}${targets ? "-targets" : ""}`;
  if (asked["posts"] === "true") {
    const format = tableFormat(asked["format"]);
    const [ending, mediaType] = FORMATS[format];
    const tally = { posts: 0, pages: 0, without: 0 };
    const content = whileOpen(directory, (opened) => {
      const { records } = selectedRecords(directory, opened, selection);
      return postsContent(directory, opened, { format, records }, tally);
    });
    return { name: `${name}-posts.${ending}`, mediaType, content };
  }
  const format = exportFormat(asked["format"]);
  const [ending, mediaType] = FORMATS[format];
  const content =
    format === "warc"
      ? await warcFile(directory, targets)
      : whileOpen(directory, (opened) => {
          const { records } = selectedRecords(directory, opened, selection);
          return exportContent(directory, opened, { records, format });
        });
  return { name: `${name}.${ending}`, mediaType, content };
}

/** Returns what is read from a run, which is closed at the end. */
function whileOpen(
  directory: string,
  read: (run: ReadableRun) => Promise<AsyncIterable<string | Uint8Array>>,
): Readable {
  const opened = readRun(directory);
  const pieces = async function* () {
    try {
      yield* await read(opened);
    } finally {
      await opened.close();
    }
  };
  return Readable.from(pieces());
}

/** Writes the WARC file into a folder of its own, which is removed when the file was sent. */
async function warcFile(directory: string, targets: boolean): Promise<Readable> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-export-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run = readRun(directory);
  try {
    const file = join(folder, "pages.warc.gz");
    const { records } = selectedRecords(directory, run, { targets, reserved: false });
    await exportWarc(run, records, file);
    return createReadStream(file).on("close", remove);
  } catch (error) {
    remove();
    throw error;
  } finally {
    await run.close();
  }
}

/**
 * Returns the sample of a run with its probabilities, as `dowser sample` wrote it.
 * @throws DowserError `bad-sample`
 */
export function downloadSample(directory: string, run: string): Download {
  const sample = openSample(directory);
  if (sample === undefined) {
    throw new DowserError(`${run} has no sample yet`, {
      code: "no-sample",
      reaction: "fix-config",
      value: run,
      hint: "draw one first: judge the random queue, or run dowser sample",
    });
  }
  const content = createReadStream(sample.file);
  return { name: `${run}-sample.jsonl`, mediaType: "application/jsonl", content };
}
