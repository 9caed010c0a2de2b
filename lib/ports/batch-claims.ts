/** How a batch stands when a delivery of it claims it. */
type Claim = "first" | "claimed-before" | "done-before";

/** Which deliveries of batches came first: queues deliver twice now and then. */
export interface BatchClaims {
  /** `first` for one caller only, however many ask at the same time. */
  claim(batch: string): Promise<Claim>;

  /** Says that the result of a batch is stored. */
  finish(batch: string): Promise<void>;
}
