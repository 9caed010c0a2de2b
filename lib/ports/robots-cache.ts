import type { RobotsFile } from "../domain/politeness/robots-file.ts";

/** What a host was last asked for its robots.txt file, and what that came to. */
export interface CachedRobots {
  readonly file: RobotsFile;
  /** When the answer was there, ms since the epoch. */
  readonly askedAt: number;
  /** Requests in a row, this one the last of them, that did not reach the file. */
  readonly failures: number;
  /** Of a file that was not reached: the one before, which still holds (RFC 9309 §2.4). */
  readonly lastGood?: RobotsFile | undefined;
}

/** Robots.txt files that several gates share, so that a host is asked by one of them only. */
export interface RobotsCache {
  /** What was last put under an origin (scheme, host and port); `undefined` where nothing was, or it did not fit. */
  get(origin: string): Promise<CachedRobots | undefined>;

  /** Keeps what an origin was asked, over what was there. Of two gates that ask at a time the last one stands. */
  put(origin: string, robots: CachedRobots): Promise<void>;
}
