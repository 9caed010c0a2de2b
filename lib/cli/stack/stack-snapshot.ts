import { DowserError } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../../ports/journal.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { StackStatus } from "../../ports/stack-state.ts";
import { theCrawl } from "../../stack/api/crawl-orders.ts";
import type { PlanBundle } from "../../stack/bundle.ts";
import { storedBundle } from "../../stack/bundle.ts";
import { readRegister } from "../../stack/stack-registers.ts";

/** The stores in which a stack keeps its crawl. */
export interface StackStores {
  readonly keyValueStore: Pick<KeyValueStore, "read">;
  readonly blobs: Pick<BlobStore, "get">;
  readonly labels: Pick<LabelStore, "list">;
}

/** The crawl of a stack as its planner last wrote it: later progress does not change it. */
export interface StackSnapshot {
  readonly crawl: string;
  readonly bundle: PlanBundle;
  readonly journal: JournalPosition;
  /** Where a restore may begin: it is removed once the planner has taken another one. */
  readonly journalSnapshot: JournalSnapshot | null;
  readonly status: StackStatus;
}

/**
 * Reads the state that the crawl of a stack has reached.
 * @throws DowserError `no-crawl`, `crawl-not-begun`, `stack-state-damaged`, `plan-missing`,
 * `plan-damaged`
 */
export async function readSnapshot({ keyValueStore, blobs }: StackStores): Promise<StackSnapshot> {
  const { order } = await theCrawl({ keyValueStore });
  const { value: planner } = await readRegister(keyValueStore, "planner");
  // A planner with another crawl, or none yet, does not know this one.
  if (planner?.crawl !== order.crawl || planner.status === null) throw notBegun(order.crawl);
  const { journal, status, snapshots } = planner;
  const bundle = await storedBundle(blobs, order.plan);
  return { crawl: order.crawl, bundle, journal, journalSnapshot: snapshots.current, status };
}

function notBegun(crawl: string): DowserError {
  return new DowserError(`${crawl} was ordered, but its planner has not started it`, {
    code: "crawl-not-begun",
    reaction: "retry",
    value: crawl,
    hint: "run the same command again in a minute; dowser status shows the state of the stack",
  });
}
