/** A message as it was received. */
export interface ReceivedMessage {
  readonly body: string;
  /** Names this delivery; told to `remove` when the message is done with. */
  readonly receipt: string;
}

/**
 * Messages on their way between processes: each is delivered at least once, in any order, and again
 * where nobody removed it in time.
 */
export interface Queue {
  /** Sends texts of at most 64 KiB together or apart; durable when the promise resolves. */
  send(bodies: readonly string[]): Promise<void>;

  /** At most `most` messages; waits up to `waitMs` for the first of them. */
  receive(most: number, waitMs: number): Promise<readonly ReceivedMessage[]>;

  /** Ends deliveries; of one that is over it does nothing. */
  remove(receipts: readonly string[]): Promise<void>;
}
