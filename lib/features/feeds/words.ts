/** What reports say of feeds. */
import { EMPTY_FEED, FEED, FEED_QUOTA } from "../../domain/page/feeds/feed.ts";
import type { FeatureWords } from "../feature.ts";

/** What is said of a feed, and of one that is left out. */
export const feedWords: FeatureWords = {
  reasons: {
    [FEED]: "a feed: its items are links",
    [EMPTY_FEED]: "a feed without items",
    [FEED_QUOTA]: "the host has other feeds that are read",
  },
  answered: [FEED, EMPTY_FEED],
};
