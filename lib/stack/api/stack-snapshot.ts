import { fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../../ports/journal.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { Project } from "../../project/project-schema.ts";
import { type PlanBundle, storedBundle } from "../bundle.ts";
import { endedBefore, pagesOrdered } from "../earlier-crawls.ts";
import type { EndedCrawl, StackStatus } from "../stack-state.ts";
import { theCrawl } from "./crawl-orders.ts";

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
  /** The most pages of its order, if that names some in the place of its plan's. */
  readonly pages?: number | undefined;
}

/** A crawl with those that it comes back to, which have ended, the first one first. */
export interface StackCrawls extends StackSnapshot {
  readonly earlier: readonly StackSnapshot[];
}

/** Returns the directory of the run that a pull of a project's crawl makes where none is named. */
export function pulledDirectory({ name }: Pick<Project, "name">): string {
  return `runs/${name}`;
}

/**
 * Reads the state that the crawl of a stack has reached.
 * @throws DowserError `no-crawl`, `crawl-not-begun`, `stack-state-damaged`, `plan-missing`,
 * `plan-damaged`
 */
export async function readSnapshot({ keyValueStore, blobs }: StackStores): Promise<StackCrawls> {
  const { order, planner } = await theCrawl({ keyValueStore });
  if (planner === undefined) throw fail("crawl-not-begun", { crawl: order.crawl });
  const bundle = await storedBundle(blobs, order.plan);
  const ended = await endedBefore(blobs, planner);
  const earlier = ended.map((each) => snapshotOf(bundle, each));
  return { ...snapshotOf(bundle, { ...planner, snapshot: planner.snapshots.current }), earlier };
}

function snapshotOf(bundle: PlanBundle, ended: EndedCrawl): StackSnapshot {
  const { crawl, journal, snapshot: journalSnapshot, status } = ended;
  if (status === null) throw fail("crawl-not-begun", { crawl });
  return { crawl, bundle, journal, journalSnapshot, status, pages: pagesOrdered(ended) };
}
