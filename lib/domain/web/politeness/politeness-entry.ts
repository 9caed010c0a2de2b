import type { Url } from "../url/url.ts";
import type { RobotsFile } from "./robots-rules.ts";

/**
 * The rate limits of hosts, and the name that robots.txt files use for the crawler; valid from `at`
 * on.
 */
export interface PolitenessSettings {
  readonly kind: "settings";
  /** Ms since the epoch. */
  readonly at: number;
  readonly productToken: string;
  readonly minDelayMs: number;
  readonly maxCrawlDelayMs: number;
  readonly connectionsPerHost: number;
}

/** The answer for a requested robots.txt file; valid from `at` on. */
export interface RobotsAnswer {
  readonly kind: "robots";
  /** Time of the answer, ms since the epoch. */
  readonly at: number;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly file: RobotsFile;
}

/** The answer for a requested TDM file; valid from `at` on. */
export type TdmAnswer = Omit<RobotsAnswer, "kind"> & { readonly kind: "tdmrep" };

/** Returns whether an entry is the answer for a file of a host. */
export function isFileAnswer<Event extends { readonly kind: string }>(
  event: Event,
): event is Extract<Event, { readonly kind: "robots" | "tdmrep" }> {
  return event.kind === "robots" || event.kind === "tdmrep";
}

/** A fetch that failed or decided nothing; it has no record of its own if the link is asked again. */
interface FailedFetch {
  readonly kind: "failed";
  /** Start in ms since the epoch, and duration in ms. */
  readonly at: number;
  readonly ms: number;
  readonly url: Url;
  /**
   * The wait that Retry-After asked for, in ms from the end of the fetch; 0 without a request to
   * wait.
   */
  readonly retryAfterMs: number;
}

/** An entry that a crawl of the live web keeps besides its records, as proof of its politeness. */
export type PolitenessEntry = PolitenessSettings | RobotsAnswer | TdmAnswer | FailedFetch;
