/** What reports say of a recrawl. */
import type { FeatureWords } from "../feature.ts";

/** Rule of links that an earlier crawl has discovered: to crawl them is its own work. */
export const KNOWN_BEFORE = "known-before";

/** What is said of a link that is left to the crawl before. */
export const recrawlWords: FeatureWords = {
  reasons: {
    [KNOWN_BEFORE]: "discovered by the run that this one visits again, and not fetched by it",
  },
};
