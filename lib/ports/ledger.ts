/**
 * Rows by key, with all other changes of a crawl's stores in one transaction. All rows are in memory
 * at the same time, so they must stay few.
 */
export interface Ledger<Key, Row> {
  /** Writes a row, in the place of an earlier one with its key. */
  put(row: Row): Promise<void>;

  /** Removes a row; does nothing when there is none. */
  remove(key: Key): Promise<void>;

  /** Returns all rows in the order of their keys. */
  list(): Promise<readonly Row[]>;
}

/** A batch that was sent to a harvester. */
export interface SentBatch {
  readonly id: string;
  /** Ms since the epoch. */
  readonly sentAt: number;
  /** Sequences of the links that it was sent for; empty once it is known to be late. */
  readonly links: readonly number[];
  /** Whether its run counts as lost, and is paid for at its possible length. */
  readonly isLost: boolean;
}
