import type { RobotsFile } from "../domain/web/politeness/robots-rules.ts";

/** The last request for a host's robots.txt file, and its outcome. */
export interface CachedRobots {
  readonly file: RobotsFile;
  /** When the answer arrived, in ms since the epoch. */
  readonly askedAt: number;
  /** Consecutive requests, including this one, that did not reach the file. */
  readonly failures: number;
  /** For an unreachable file: the previous one, which still applies (RFC 9309 §2.4). */
  readonly lastGood?: RobotsFile | undefined;
}

/** A shared cache of robots.txt files: only one of several gates asks a host. */
export interface RobotsCache {
  /**
   * Returns the cached answer of an origin (scheme, host and port); `undefined` when there is none,
   * or it was too large.
   */
  get(origin: string): Promise<CachedRobots | undefined>;

  /**
   * Caches the answer of an origin, replacing the one before. If two gates ask at the same time,
   * the last answer applies.
   */
  put(origin: string, robots: CachedRobots): Promise<void>;
}
