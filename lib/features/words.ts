/** Why crawls end, in words, and the words of all features. */
import type { StopReason } from "../crawl/stop-check.ts";
import type { FeatureWords, PauseWords } from "./feature.ts";
import { feedWords } from "./feeds/words.ts";
import { pdfWords } from "./pdf/words.ts";
import { recrawlWords } from "./recrawl/words.ts";
import { sessionWords } from "./sessions/words.ts";
import { wallWords } from "./walls/words.ts";

/** The reason why a crawl, or a run of it, ended: by itself, or because a user asked for it. */
type CrawlEnd = StopReason | "stopped" | "paused";

/** Each end in words that complete the sentence "it ended because …". */
const ENDS = {
  "budget-pages": "the page budget is spent",
  "budget-bytes": "the byte budget is spent",
  "budget-seconds": "the time budget is spent",
  "budget-dollars": "the dollar budget is spent",
  "budget-site-pages":
    "only sites that have all their pages (`budget.pagesPerSite`) have links left",
  "recall-reached": "enough of the control list is fetched to state the recall asked for",
  "few-left":
    "few enough relevant pages can be left among the URLs discovered to state the recall asked for",
  "frontier-empty": "no link is left to fetch",
  stopped: "it was asked to stop",
  paused: "it was asked to pause",
} as const satisfies Readonly<Record<CrawlEnd, string>>;

const BY_END: ReadonlyMap<string, string> = new Map(Object.entries(ENDS));

const WORDS: readonly FeatureWords[] = [sessionWords, wallWords, pdfWords, feedWords, recrawlWords];

/** Meanings of the reasons that features add. */
export const FEATURE_REASONS: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap(({ reasons }) => Object.entries(reasons)),
);

/** Reasons of features for which no server was asked. */
export const FEATURES_NOT_ASKED: readonly string[] = WORDS.flatMap(
  ({ notAsked }) => notAsked ?? [],
);

/** Reasons of features for which a server was asked and answered. */
export const FEATURES_ANSWERED: readonly string[] = WORDS.flatMap(({ answered }) => answered ?? []);

/** Returns what is said of a crawl that a rule paused; `undefined` for every other end. */
export function pauseOf(end: unknown): PauseWords | undefined {
  return WORDS.find(({ pause }) => pause?.end === end)?.pause;
}

/**
 * Says why a crawl ended, in words; returns `undefined` for an end that this version does not know.
 */
export function endInWords(end: string): string | undefined {
  return pauseOf(end)?.because ?? BY_END.get(end);
}
