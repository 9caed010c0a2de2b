/** Time comes in here, so that a test can own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves at `time` (ms since the epoch), or earlier when `signal` aborts. */
  waitUntil(time: number, signal?: AbortSignal): Promise<void>;
}
