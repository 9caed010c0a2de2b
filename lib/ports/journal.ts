/**
 * The position of a journal: the number of valid segments of each epoch, in order. Plain JSON. A
 * position continues another one when it begins with all segments of that one.
 */
export type JournalPosition = readonly (readonly [epoch: number, count: number])[];

/** Keeps a run's stores beyond the process that writes them. */
export interface Journal {
  /**
   * Keeps all changes to the stores since the last call, and returns the new position of the
   * journal. Durable when the promise resolves, but part of the run only for those who know the
   * position. Another writer's segments after a common position are never read. One call at a time.
   * After a failed call the stores are ahead of the journal, and every further call fails in the
   * same way.
   */
  commit(): Promise<JournalPosition>;
}
