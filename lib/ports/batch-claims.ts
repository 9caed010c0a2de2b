/** The state of a batch when a delivery of it claims it. */
type Claim = "first" | "claimed-before" | "done-before";

/** What has become of a batch. */
export type BatchFate = "unclaimed" | "claimed" | "done";

/** Records which delivery of a batch came first: queues sometimes deliver twice. */
export interface BatchClaims {
  /** Claims a batch; returns `first` to one caller only, however many ask at the same time. */
  claim(batch: string): Promise<Claim>;

  /** Records that the result of a batch is stored. */
  finish(batch: string): Promise<void>;

  /** Returns what has become of a batch so far. */
  fateOf(batch: string): Promise<BatchFate>;
}
