import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DowserError } from "../../errors.ts";
import { EXPORT_FORMATS, exportContent, exportWarc, selectedRecords } from "../export/export.ts";
import { gatherAnswers } from "../report/gather-answers.ts";
import { readRun } from "../run/read-run.ts";
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
 * Exports the pages of a run, as `dowser export` does; the file is made while it is read.
 * @throws DowserError `bad-export-format`
 */
export async function downloadExport(
  directory: string,
  run: string,
  { format: text, targets }: { readonly format: string | undefined; readonly targets: boolean },
): Promise<Download> {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format === undefined) throw badFormat(text ?? "");
  const [ending, mediaType] = FORMATS[format];
  const name = `${run}${targets ? "-targets" : ""}.${ending}`;
  if (format === "warc") return { name, mediaType, content: await warcFile(directory, targets) };
  const opened = readRun(directory);
  const pieces = async function* () {
    try {
      const selected = selectedRecords(directory, opened, { targets, reserved: false });
      yield* await exportContent(directory, opened, format, selected);
    } finally {
      await opened.close();
    }
  };
  return { name, mediaType, content: Readable.from(pieces()) };
}

/** Writes the WARC file into a folder of its own, which is removed when the file was sent. */
async function warcFile(directory: string, targets: boolean): Promise<Readable> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-export-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run = readRun(directory);
  try {
    const file = join(folder, "pages.warc.gz");
    await exportWarc(run, selectedRecords(directory, run, { targets, reserved: false }), file);
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

function badFormat(format: string): DowserError {
  return new DowserError(`unknown export format: ${format}`, {
    code: "bad-export-format",
    reaction: "fix-config",
    value: format,
    hint: `choose one of ${EXPORT_FORMATS.join(", ")}`,
  });
}
