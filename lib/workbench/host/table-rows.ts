/** Rows of the table of pages beside what every page has: their texts in short, and files of those that were selected. */
import { Readable } from "node:stream";
import { z } from "zod";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { decidingWords, excerptOf } from "../../evaluation/excerpt.ts";
import { exportContent } from "../../run/export/export-content.ts";
import { type ReadableRun, readRun } from "../../run/folder/read-run.ts";
import { type Snippets, tableQuerySchema } from "../schemas.ts";
import { closing, type Download } from "./downloads.ts";
import { type OpenedRuns, openedRun } from "./run-folder.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Length of a text in short, in UTF-16 units: two lines. */
const MAX_SNIPPET = 180;

/** Returns what pages say in short, from the first word that decided on each. */
export async function snippetsOf(
  watched: WatchedRun,
  sequences: readonly number[],
): Promise<Snippets["snippets"]> {
  const snippets: Snippets["snippets"] = {};
  for (const sequence of sequences) {
    const row = watched.rows.at(sequence);
    if (row === undefined) continue;
    const record = await watched.run.records.get(row.url);
    const view = await watched.ownView(row.url);
    const words = decidingWords(record?.page?.why ?? "", watched.project.need);
    snippets[sequence] = [...excerptOf(view?.mainText ?? "", words, MAX_SNIPPET)];
  }
  return snippets;
}

/** Formats in which rows are saved. */
const FORMATS = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl",
} as const;

/**
 * Saves the pages that the filters of the table select, or those that `sequences` names, as `dowser export` writes them.
 * A search waits until all texts are read: a file says nowhere that rows are missing.
 * @throws DowserError `texts-being-read`, `bad-parameters`, and what opening a run throws
 */
export async function downloadRows(
  parts: OpenedRuns,
  run: string,
  query: Readonly<Record<string, string>>,
): Promise<Download> {
  const { format: asked, sequences = "", ...filters } = query;
  const format = asked === "jsonl" ? "jsonl" : "csv";
  const watched = await openedRun(parts, run);
  const urls = sequences === "" ? await filtered(watched, run, filters) : named(watched, sequences);
  const opened = readRun(watched.directory);
  const content = await exportContent(watched.directory, opened, {
    records: only(opened, new Set(urls)),
    format,
    textForm: "plain",
    hasAllColumns: false,
  });
  const name = `${run}-${urls.length}-pages.${format}`;
  return { name, mediaType: FORMATS[format], content: Readable.from(closing(opened, content)) };
}

async function filtered(
  watched: WatchedRun,
  run: string,
  filters: Readonly<Record<string, string>>,
): Promise<readonly Url[]> {
  const asked = tableQuerySchema.safeParse({ ...filters, run });
  if (!asked.success)
    throw fail("bad-parameters", {
      path: "/rows",
      problems: z.prettifyError(asked.error),
      value: run,
    });
  const { data: query } = asked;
  const found = await watched.texts.findInAll(query.text ?? "");
  if (found?.texts.state === "reading") throw fail("texts-being-read", { run });
  return watched.rows.selected(query, await watched.labels(), found).map(({ url }) => url);
}

function named(watched: WatchedRun, sequences: string): readonly Url[] {
  return sequences.split(",").flatMap((each) => watched.rows.at(Number(each))?.url ?? []);
}

async function* only(
  { records }: Pick<ReadableRun, "records">,
  urls: ReadonlySet<Url>,
): AsyncIterable<PageRecord> {
  for await (const record of records.list()) if (urls.has(record.url)) yield record;
}
