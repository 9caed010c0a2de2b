/** A message as it was received. */
export interface ReceivedMessage {
  readonly body: string;
  /** Identifies this delivery; passed to `remove` when the message is processed. */
  readonly receipt: string;
}

/**
 * Messages between processes: each is delivered at least once, in any order, and again when it is
 * not removed in time.
 */
export interface Queue {
  /** Sends texts of at most 64 KiB together or apart; durable when the promise resolves. */
  send(bodies: readonly string[]): Promise<void>;

  /** Receives at most `most` messages; waits up to `waitMs` for the first of them. */
  receive(most: number, waitMs: number): Promise<readonly ReceivedMessage[]>;

  /** Ends deliveries; ignores those that are over. */
  remove(receipts: readonly string[]): Promise<void>;
}
