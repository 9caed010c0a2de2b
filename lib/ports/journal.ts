/**
 * How far a journal goes: of each epoch, in order, the number of its segments that count. Plain JSON. One
 * position goes on from another where it begins with all of that one's segments.
 */
export type JournalPosition = readonly (readonly [epoch: number, count: number])[];

/** What keeps a run's stores beyond the process that writes them. */
export interface Journal {
  /**
   * Keeps all that the stores were told since the last time, and says how far the journal now goes.
   * Durable when the promise resolves, but part of the run only for those who are told the position:
   * what another wrote after a position that both know is never read. One call at a time; after one
   * that failed the stores are ahead of the journal, and every further call fails alike.
   */
  commit(): Promise<JournalPosition>;
}
