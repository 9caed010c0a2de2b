import { forgottenUrls } from "../crawl/crawl-rules.ts";
import type { NeedState } from "../crawl/need-state.ts";
import { addUsage, NO_USAGE, type Usage } from "../domain/cost/cost.ts";
import { fail } from "../errors.ts";
import type { SnapshotFault } from "../ports/journal.ts";
import type { PageListing } from "../ports/page-listing.ts";
import { knownAssessed } from "./assessing.ts";
import { begunWith, mayBeginAt, openEarlierCrawls, restoresCrawl } from "./earlier-crawls.ts";
import { releaseStack, type TakenStack } from "./failed-planner.ts";
import { Planner } from "./planner.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import {
  type CrawlOrder,
  type PlannerSnapshots,
  type PlannerState,
  snapshotsOfNewCrawl,
} from "./stack-state.ts";

/**
 * Time that a planner has the stack to itself after each commit, in ms: the time a crawl loses when
 * its planner dies.
 */
const LEASE_MS = 180_000;

/**
 * Time that a planner has while it restores a crawl, in ms: as long as a function may run. A large
 * crawl takes minutes. With a shorter lease, each planner would lose the stack to the next one.
 */
const RESTORE_LEASE_MS = 900_000;

/**
 * Time that a planner may come back without a restore after it has left, in ms: its rule calls one
 * each minute, and Lambda chooses the process.
 */
const KEPT_MS = 90_000;

/** The memory of a process that plans: kept from one call to the next, dropped after any error. */
export interface WarmPlanner {
  /** Unique among processes. */
  readonly owner: string;
  held: HeldStack | undefined;
}

/** A stack that a planner holds. */
export interface HeldStack {
  /** Version of the planner's register as this planner last wrote it. */
  version: number;
  state: PlannerState;
  readonly planner: Planner;
  /** Key of the plan that it follows; the budget of the crawl may change. */
  readonly plan: string;
  readonly spend: (usage: Usage) => void;
  readonly spent: () => Usage;
  /** Draws of this epoch. */
  draws: number;
  /**
   * How long the next round waits for results, in ms, and the number of rounds in a row without a
   * result.
   */
  waitMs: number;
  idleTicks: number;
  /**
   * Batches in flight that this planner sent, with the times when their results are expected: ms
   * since the epoch.
   */
  readonly expected: Map<string, number>;
  readonly listing: Pick<PageListing, "put" | "together">;
  /** When the queue is told again, in ms since the epoch. */
  tellAt: number;
  /** As in {@link PlannerState}; written with the next state. */
  ordered: number | null;
  awaitingSince: number | null;
  /** The last record listed, and the state of the need that it was judged by. */
  listed: number;
  listedNeed: NeedState;
  /** As in {@link PlannerState}; written with the next state. */
  again: PlannerState["again"];
  filed: number;
}

/**
 * Takes the stack for a planner: from memory when no other planner had it since, else restored from
 * the journal. Returns `undefined` when another planner has it, or nothing was ordered.
 */
export async function takeStack(
  ports: PlannerPorts,
  warm: WarmPlanner,
): Promise<HeldStack | undefined> {
  const { value: order, version: ordered } = await readRegister(ports.keyValueStore, "order");
  if (order === undefined) {
    await ports.activity.suspend();
    return undefined;
  }
  const { version, value: state } = await readRegister(ports.keyValueStore, "planner");
  const now = ports.clock.now();
  if (state !== undefined && state.owner !== warm.owner && isHeld(state, ordered, now)) {
    return undefined;
  }
  if (now < (await mayBeginAt(ports, order, state))) return undefined;
  const isOfPlan = warm.held?.plan === order.plan && state?.crawl === order.crawl;
  if (warm.held?.version === version && isOfPlan) {
    warm.held.idleTicks = 0;
    warm.held.waitMs = 0;
    return warm.held;
  }
  warm.held?.planner.stores.close();
  warm.held = undefined;
  const known = state?.crawl === order.crawl ? state : undefined;
  const taken: PlannerState = {
    owner: warm.owner,
    until: now + (restoresCrawl(order, state) ? RESTORE_LEASE_MS : LEASE_MS),
    epoch: (state?.epoch ?? 0) + 1,
    crawl: order.crawl,
    journal: known?.journal ?? [],
    ...(await begunWith(ports, order, state)),
    status: known?.status ?? null,
    keptUntil: null,
    ordered: null,
    lastTickAt: now,
    awaitingSince: known?.awaitingSince ?? null,
    again: known?.again ?? null,
    filed: known?.filed ?? 0,
    failures: known?.failures ?? 0,
    lastError: known?.lastError ?? null,
  };
  if (!(await writeRegister(ports.keyValueStore, "planner", taken, version))) return undefined;
  const opened = { version: version + 1, state: taken };
  try {
    warm.held = await openStack(ports, opened, order);
  } catch (error) {
    await releaseStack(ports, opened, error);
    throw error;
  }
  return warm.held;
}

/** Returns whether a stack is its owner's at `now`, while the order has this version. */
function isHeld({ until, keptUntil, ordered }: PlannerState, order: number, now: number): boolean {
  return until > now || (keptUntil !== null && keptUntil > now && ordered === order);
}

/** Leaves the stack in order: its planner may come back without a restore. */
export async function leaveStack(
  ports: Pick<PlannerPorts, "keyValueStore" | "clock">,
  held: HeldStack,
): Promise<void> {
  await writeState(ports, held, { until: 0, keptUntil: ports.clock.now() + KEPT_MS });
}

async function openStack(
  ports: PlannerPorts,
  { version, state }: TakenStack,
  order: CrawlOrder,
): Promise<HeldStack> {
  let spent = addUsage(NO_USAGE, state.status?.usage ?? {});
  const spend = (usage: Usage) => {
    spent = addUsage(spent, usage);
  };
  const asked = await ports.readPlan(order.plan);
  const { journal, epoch, snapshots, crawl } = state;
  const earlier = await openEarlierCrawls(ports, state);
  const planned = (await earlier?.plan(asked)) ?? asked;
  const opening = ports.openStores(planned.policy, journal, epoch, snapshots.current);
  const opened = await orClose(opening, earlier);
  const stores = earlier?.stores(opened) ?? opened;
  if (stores.snapshotFault !== undefined)
    ports.report(fail("snapshot-unusable", { fault: stores.snapshotFault }));
  const assessed = knownAssessed(state.status?.assessed, crawl);
  // A crawl that comes back to others has forgotten what they have: its plan knows that.
  const forgotten =
    planned.plan.forgotten ?? forgottenUrls(await orClose(stores.log.list(), stores));
  const known = { ...planned, plan: { ...planned.plan, forgotten } };
  const asPlanned = { name: crawl, planned: known, spend, earlier, assessed };
  const planner = await orClose(Planner.open(ports, stores, asPlanned), stores);
  return {
    version,
    // Written with the first round.
    state: { ...state, snapshots: snapshotsAfterRestore(snapshots, stores.snapshotFault) },
    planner,
    plan: order.plan,
    spend,
    spent: () => spent,
    draws: 0,
    waitMs: 0,
    idleTicks: 0,
    expected: new Map(),
    listing: ports.listingOf(order),
    tellAt: 0,
    ordered: null,
    awaitingSince: state.awaitingSince,
    listed: state.status?.listedRecords ?? 0,
    listedNeed: { labels: state.status?.labels ?? 0, seen: state.status?.seen ?? 0 },
    again: state.again,
    filed: state.filed,
  };
}

/** Closes what is open when a step fails: the next planner of this process has the same disk. */
function orClose<Value>(step: Promise<Value>, open: { close(): void } | undefined): Promise<Value> {
  return step.catch((error: unknown) => {
    open?.close();
    throw error;
  });
}

/** Lease that a planner has left at least when it writes what no condition guards, in ms: much more than it takes. */
const UNGUARDED_MS = 60_000;

/** Renews the lease of a planner that is about to write rows or files: the stack is this planner's until they are there. */
export async function keepLease(
  ports: Pick<PlannerPorts, "keyValueStore" | "clock">,
  held: HeldStack,
): Promise<void> {
  if (held.state.until - ports.clock.now() < UNGUARDED_MS) await writeState(ports, held, {});
}

/**
 * Writes the changes of the planner's state, and renews its lease. They are durable from here on.
 * @throws DowserError `planner-overtaken` when another planner has taken the stack
 */
export async function writeState(
  ports: Pick<PlannerPorts, "keyValueStore" | "clock">,
  held: HeldStack,
  changed: Partial<Pick<PlannerState, "until" | "keptUntil" | "journal" | "snapshots" | "status">>,
): Promise<void> {
  const now = ports.clock.now();
  const state = {
    ...held.state,
    until: now + LEASE_MS,
    keptUntil: null,
    ordered: held.ordered,
    awaitingSince: held.awaitingSince,
    again: held.again,
    filed: held.filed,
    lastTickAt: now,
    failures: 0,
    ...changed,
  };
  if (!(await writeRegister(ports.keyValueStore, "planner", state, held.version))) {
    throw fail("planner-overtaken", { value: held.state.owner });
  }
  held.version += 1;
  held.state = state;
}

/** Returns the snapshots after a restore from the current one, which had a fault or none. */
function snapshotsAfterRestore(
  snapshots: PlannerSnapshots,
  fault: SnapshotFault | undefined,
): PlannerSnapshots {
  if (fault === undefined) return snapshots;
  return counted({ ...snapshotsOfNewCrawl(snapshots), faults: snapshots.faults }, fault);
}

/** Counts a fault. */
export function counted(
  snapshots: PlannerSnapshots,
  fault: keyof PlannerSnapshots["faults"],
): PlannerSnapshots {
  const { faults } = snapshots;
  return { ...snapshots, faults: { ...faults, [fault]: (faults[fault] ?? 0) + 1 } };
}
