/** When a planner writes a snapshot of its database, and what all of them take. */

/** Bytes of the database in one part of a snapshot, before compression: an object, and what a process holds of it. */
export const SNAPSHOT_PART_BYTES = 33_554_432;

/** Bytes of a journal after which a snapshot is due: a share of the database, not less or more than so many. */
export interface SnapshotTail {
  readonly ofDatabase: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
}

/** What a crawl writes, and how a planner keeps it. */
export interface SnapshotShape {
  readonly tail: SnapshotTail;
  /** Time to write a byte of the database, in ms. */
  readonly msPerByte: number;
  /** Bytes of the database, and of the journal, of a page with its links. */
  readonly databaseBytesPerPage: number;
  readonly journalBytesPerPage: number;
}

/** The snapshots of a crawl. */
export interface Snapshots {
  readonly count: number;
  readonly objects: number;
  readonly ms: number;
}

/** Returns how many bytes of the journal a restore may have to apply: a larger database takes longer to write, so it is written more rarely. */
export function longestTail(databaseBytes: number, tail: SnapshotTail): number {
  return Math.min(tail.mostBytes, Math.max(tail.leastBytes, databaseBytes * tail.ofDatabase));
}

/** Returns the snapshots that a crawl of so many pages writes. */
export function snapshotsOf(pages: number, shape: SnapshotShape): Snapshots {
  const { tail, msPerByte, databaseBytesPerPage, journalBytesPerPage } = shape;
  let [count, objects, ms] = [0, 0, 0];
  for (let written = 0; ; ) {
    const due = longestTail(written * databaseBytesPerPage, tail) / journalBytesPerPage;
    written += due;
    if (written > pages) return { count, objects, ms };
    const bytes = written * databaseBytesPerPage;
    count += 1;
    objects += Math.ceil(bytes / SNAPSHOT_PART_BYTES);
    ms += bytes * msPerByte;
  }
}
