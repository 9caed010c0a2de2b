import type { JournalSnapshot, SnapshotFault } from "../ports/journal.ts";
import type { PlannerSnapshots } from "./stack-state.ts";

/** Returns the snapshots after a restore from the current one, which had a fault or none. */
export function snapshotsAfterRestore(
  snapshots: PlannerSnapshots,
  fault: SnapshotFault | undefined,
): PlannerSnapshots {
  if (fault === undefined) return snapshots;
  return counted({ ...snapshotsOfNewCrawl(snapshots), faults: snapshots.faults }, fault);
}

/**
 * Returns the snapshots of a crawl that replaces another one: all of that one's are stale, and the
 * `others` that it needed.
 */
export function snapshotsOfNewCrawl(
  { current, stale }: PlannerSnapshots,
  others: readonly JournalSnapshot[] = [],
): PlannerSnapshots {
  const own = current === null ? stale : [...stale, current];
  return { current: null, stale: [...own, ...others], faults: {} };
}

/** Returns the snapshots of a crawl that comes back to another one, whose current one stays. */
export function snapshotsOfRecrawl({ stale }: PlannerSnapshots): PlannerSnapshots {
  return { current: null, stale, faults: {} };
}

/** Counts a fault. */
export function counted(
  snapshots: PlannerSnapshots,
  fault: keyof PlannerSnapshots["faults"],
): PlannerSnapshots {
  const { faults } = snapshots;
  return { ...snapshots, faults: { ...faults, [fault]: (faults[fault] ?? 0) + 1 } };
}
