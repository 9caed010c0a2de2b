import { z } from "zod";
import { fail } from "../../lib/errors.ts";
import { readTextFile } from "../../lib/project/read-text-file.ts";

/** Largest file of results, in bytes: some hundred thousand crawls. */
const MOST_BYTES = 2 ** 28;

const count = z.int().min(0);

/**
 * A crawl of a task: all that its figures are made from. It depends on the task, the method and the
 * program alone, so that anybody can make it again.
 */
const crawlSchema = z.strictObject({
  task: z.string(),
  /** Of all that the task consists of. */
  hash: z.string(),
  /** With its options, as named on the command line. */
  strategy: z.string(),
  /** Hash of the file of a strategy that is no part of the program; `null` of all others. */
  module: z.string().nullable(),
  /** Of Dowser. */
  version: z.string(),
  /** Who made it; empty if nobody says. */
  by: z.string(),
  seed: count,
  budget: count,
  webPages: count,
  /** Target pages that are recorded, by the truth. */
  known: count,
  fetched: count,
  /** Positions of the targets in order of fetching, from 1. */
  found: z.array(z.int().min(1)),
});

export type BenchCrawl = z.output<typeof crawlSchema>;

/**
 * Reads a file of results, one JSON a line.
 * @throws DowserError `bad-results`
 */
export function readResults(file: string): BenchCrawl[] {
  const text = readTextFile(file, {
    what: "a file of results",
    most: MOST_BYTES,
    error: "bad-results/unreadable",
    mayBePipe: true,
  });
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const parsed = crawlSchema.safeParse(jsonOf(line));
    if (parsed.success) return [parsed.data];
    throw fail("bad-results", { file, line: at + 1, value: line.slice(0, 200) });
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Returns the text of a file of results. */
export function resultLines(crawls: readonly BenchCrawl[]): string {
  return crawls.map((crawl) => `${JSON.stringify(crawl)}\n`).join("");
}
