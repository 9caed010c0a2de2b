/** The words of all features. */
import { endInWords as endOfCrawl } from "../crawl/crawl-end.ts";
import type { FeatureWords, PauseWords } from "./feature.ts";
import { feedWords } from "./feeds/words.ts";
import { pdfWords } from "./pdf/words.ts";
import { recrawlWords } from "./recrawl/words.ts";
import { sessionWords } from "./sessions/words.ts";
import { wallWords } from "./walls/words.ts";

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
  return pauseOf(end)?.because ?? endOfCrawl(end);
}
