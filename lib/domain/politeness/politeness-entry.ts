import type { Url } from "../url/url.ts";
import type { RobotsFile } from "./robots-file.ts";

/** How fast hosts may be asked, and by what name robots.txt files call the crawler: from `at` on. */
export interface PolitenessSettings {
  readonly kind: "settings";
  /** Ms since the epoch. */
  readonly at: number;
  readonly productToken: string;
  readonly minDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly connectionsPerHost: number;
}

/** A robots.txt file that was asked for: its answer holds from `at` on. */
export interface RobotsAnswer {
  readonly kind: "robots";
  /** When the answer was there, ms since the epoch. */
  readonly at: number;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly file: RobotsFile;
}

/** A fetch that failed, which leaves no record of its own where it is tried again. */
export interface FailedFetch {
  readonly kind: "failed";
  /** When it began, ms since the epoch, and ms it took. */
  readonly at: number;
  readonly ms: number;
  readonly url: Url;
  /** What Retry-After asked for, in ms from the end of the fetch; 0 where it asked for nothing. */
  readonly retryAfterMs: number;
}

/** What a crawl of the live web keeps beside its records, to prove that it was polite. */
export type PolitenessEntry = PolitenessSettings | RobotsAnswer | FailedFetch;
