/** What all features add to what a crawl writes and to what is said of it: shapes of keys, columns, and words. */
import { endInWords as endOfCrawl } from "../crawl/crawl-end.ts";
import { copyColumns, copyKeys } from "./copies/record-keys.ts";
import type { FeatureWords, PauseWords } from "./feature.ts";
import { feedKeys } from "./feeds/record-keys.ts";
import { feedWords } from "./feeds/words.ts";
import { pdfWords } from "./pdf/words.ts";
import { recrawlColumns, recrawlKeys, recrawlStackKeys } from "./recrawl/record-keys.ts";
import { recrawlWords } from "./recrawl/words.ts";
import { renderingColumns } from "./rendering/record-keys.ts";
import { sessionWords } from "./sessions/words.ts";
import { signalColumns, signalKeys } from "./signals/record-keys.ts";
import { wallWords } from "./walls/words.ts";

const WORDS: readonly FeatureWords[] = [sessionWords, wallWords, pdfWords, feedWords, recrawlWords];

/** The shapes of the keys of a record, and of those of its page: a key that no shape names is lost in a stack. */
export const FEATURE_KEYS = {
  record: { ...recrawlKeys, ...feedKeys },
  page: { ...signalKeys, ...copyKeys },
} as const;

/** The shapes of the keys of what the parts of a stack write for each other. */
export const FEATURE_STACK_KEYS = recrawlStackKeys;

/** The columns of the table of pages, and those on the crawl's own work. */
export const FEATURE_COLUMNS = {
  pages: [...signalColumns, ...copyColumns, ...recrawlColumns],
  crawler: renderingColumns,
} as const;

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
