import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import type { StopRule } from "../crawl/crawl-plan.ts";
import { controlNeeded } from "../domain/stats/intervals/recall-bound.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import { readTextFile } from "./read-text-file.ts";
import { webUrl } from "./search-schema.ts";
import { urlLines } from "./url-lines.ts";

/** Most pages of a control list: a recall of 0.99 needs 300. */
const MOST_PAGES = 10_000;
/** Longest control list read, in bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/** The recall at which a crawl stops, and the list by which it is measured. */
export const stopSchema = z.strictObject({
  recall: z
    .number()
    .gt(0)
    .lt(1)
    .default(DEFAULTS.stop.recall)
    .describe("Share of the relevant pages that is to be fetched."),
  confidence: z
    .number()
    .min(0.5)
    .lt(1)
    .default(DEFAULTS.stop.confidence)
    .describe("Share of such statements that are to be true."),
  of: z
    .union([z.string().trim().min(1), z.array(webUrl).min(1).max(MOST_PAGES)])
    .describe(
      "`discovered`, for the relevant pages among all URLs discovered: some links are then drawn by chance. Or a control list: relevant pages, chosen at random by a person and unknown to the crawl, as a file relative to this one with one URL a line, or as a list of URLs. A recall of 0.9 at a confidence of 0.95 needs at least 29.",
    ),
});

type Stop = z.output<typeof stopSchema>;

/** What a project names instead of a list, for a recall of what the crawl discovers. */
const DISCOVERED = "discovered";

/** Whether the recall is that of the URLs discovered, so that some links are drawn by chance. */
export function isOfDiscovered({ of }: Pick<Stop, "of">): boolean {
  return of === DISCOVERED;
}

/**
 * Reads the control list that a project names as a file, so that the project holds its URLs.
 * @throws DowserError `bad-control-list`
 */
export function withControlList(stop: Stop): Stop {
  const { of: file } = stop;
  if (typeof file !== "string" || isOfDiscovered(stop)) return stop;
  const error = "bad-control-list/unreadable";
  const text = readTextFile(file, { what: "a control list", most: MOST_BYTES, error });
  const urls = urlLines(text).flatMap(({ number, words: [word] }) => {
    if (word === undefined) return [];
    if (canonicalUrl(word).ok) return [word];
    const url = JSON.stringify(word.slice(0, 200));
    throw fail("bad-control-list", { file, line: number, url, value: word });
  });
  if (urls.length === 0 || urls.length > MOST_PAGES) {
    const { length: count } = urls;
    throw fail("bad-control-list/length", { file, count, most: MOST_PAGES, value: count });
  }
  return { ...stop, of: urls };
}

/**
 * Compiles the rule of a project whose control list, if it has one, is read. Pages that the crawl is told of, as
 * seeds or examples, are left out: that it fetches them says nothing of the others.
 * @throws DowserError `control-list-too-short`
 */
export function stopRule(
  stop: Stop,
  told: ReadonlySet<Url>,
  identify: (url: string) => readonly Url[],
): StopRule {
  const { recall, confidence, of } = stop;
  if (isOfDiscovered(stop)) return { of: DISCOVERED, recall, confidence };
  const control = new Set([of].flat().flatMap(identify)).difference(told);
  const needed = controlNeeded(control.size, recall, confidence);
  if (needed !== undefined) return { of: "control-list", control, needed, recall, confidence };
  const least = leastPages(recall, confidence);
  throw fail("control-list-too-short", { pages: control.size, recall, confidence, least });
}

/** Returns the fewest pages that can show a recall, if all of them are fetched. */
function leastPages(recall: number, confidence: number): number {
  return Math.ceil(Math.log(1 - confidence) / Math.log(recall));
}
