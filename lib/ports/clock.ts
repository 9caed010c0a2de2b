/** The source of time, which a test can replace. */
export interface Clock {
  /** Returns ms since the epoch. */
  now(): number;
  /** Resolves at `time` (ms since the epoch). */
  waitUntil(time: number): Promise<void>;
  /** Calls `wake` at `time` (ms since the epoch), unless the returned function is called before. */
  wakeAt(time: number, wake: () => void): () => void;
}
