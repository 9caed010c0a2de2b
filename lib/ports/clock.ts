/** Time comes in here, so that a test can own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves at `time` (ms since the epoch). */
  waitUntil(time: number): Promise<void>;
  /** Calls `wake` at `time` (ms since the epoch), unless the function returned is called before. */
  wakeAt(time: number, wake: () => void): () => void;
}
