import { DowserError, fail } from "../errors.ts";
import type { JournalSnapshot } from "../ports/journal.ts";
import { counted, type HeldStack, writeState } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";

/**
 * Writes a snapshot of the last commit, names it, and removes those that it replaces. The planner's
 * state has every snapshot before its first part is written, and until its last part is removed. So
 * none is left behind by a planner that dies. A snapshot that cannot be written is counted and
 * reported, and the crawl goes on: its journal has everything.
 * @throws DowserError `planner-overtaken`
 */
export async function takeSnapshot(ports: PlannerPorts, held: HeldStack): Promise<void> {
  const begun = held.planner.stores.beginSnapshot();
  if (begun === undefined) return;
  const { snapshot } = begun;
  const { current, stale, faults } = held.state.snapshots;
  const begunState = { current, stale: [...stale, snapshot], faults };
  await writeState(ports, held, { snapshots: begunState });
  try {
    await begun.write();
  } catch (error) {
    ports.report(notWritten(snapshot, error));
    held.state = { ...held.state, snapshots: counted(begunState, "not-written") };
    return;
  }
  const replaced = current === null ? stale : [...stale, current];
  await writeState(ports, held, { snapshots: { current: snapshot, stale: replaced, faults } });
  await held.planner.stores.removeSnapshots(replaced);
  // Written with the next round; removing them twice is no error.
  held.state = { ...held.state, snapshots: { current: snapshot, stale: [], faults } };
}

function notWritten({ key }: JournalSnapshot, cause: unknown): DowserError {
  if (cause instanceof DowserError) return cause;
  return fail("snapshot-not-written", { key, why: String(cause) }, cause);
}
