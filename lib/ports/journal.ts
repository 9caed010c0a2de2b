/**
 * The position of a journal: the number of valid segments of each epoch, in order. Plain JSON. A
 * position continues another one when it begins with all segments of that one.
 */
export type JournalPosition = readonly (readonly [epoch: number, count: number])[];

/**
 * All data of a run at a position of its journal, compressed, in objects that are written once: a
 * restore that begins with it applies only the segments after it. Plain JSON.
 */
export type JournalSnapshot = {
  readonly at: JournalPosition;
  /** Beginning of the keys of its parts. */
  readonly key: string;
  /** Bytes of all parts, and of each but the last, when they are decompressed. */
  readonly bytes: number;
  readonly partBytes: number;
};

/** Why a restore could not begin with a snapshot, and read the whole journal instead. */
export type SnapshotFault =
  /** A part is gone, or its store did not answer. */
  | "unreadable"
  /** A part differs from what was written, or the parts are no database. */
  | "damaged"
  /** No step leads from its version to the newest one. */
  | "other-version"
  /** The segments after it do not follow it. */
  | "not-continued";

/** A snapshot whose parts are still to be written. */
export interface BegunSnapshot {
  readonly snapshot: JournalSnapshot;
  /**
   * Writes all parts; durable when the promise resolves. The stores must not change until then.
   * Fails when a part cannot be written, or another writer has written it.
   */
  write(): Promise<void>;
}

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

  /**
   * Returns the bytes of the segments that a restore applies after the last snapshot: those read
   * and written since, as far as this process knows.
   */
  tailBytes(): number;

  /**
   * Begins a snapshot of the last commit. Returns `undefined` when there are changes after it, or
   * no segment since the last snapshot. From here on the tail is counted from this snapshot.
   */
  beginSnapshot(): BegunSnapshot | undefined;

  /** Removes all parts of snapshots, written or not; a missing one is no error. */
  removeSnapshots(snapshots: readonly JournalSnapshot[]): Promise<void>;
}
