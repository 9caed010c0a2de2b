/** One run of the planner, from its lease to the moment when it leaves. */
import { reportCrawl } from "../crawl/report-crawl.ts";
import { costOf } from "../domain/cost/cost.ts";
import { DowserError, fail } from "../errors.ts";
import type { JournalSnapshot } from "../ports/journal.ts";
import type { ReceivedMessage } from "../ports/queue.ts";
import { PLANNER_WAITS } from "../project/stack-limits.ts";
import { type BatchNotice, type HarvestBatch, parseNotice } from "./batch-message.ts";
import { type BatchResult, parseResult, resultKey } from "./batch-result.ts";
import { toldInBatch } from "./earlier-crawls.ts";
import { releaseStack } from "./failed-planner.ts";
import { listHeld } from "./list-records.ts";
import type { PlanStep } from "./planner.ts";
import { fileHeld } from "./record-files.ts";
import {
  counted,
  type HeldStack,
  leaveStack,
  takeStack,
  type WarmPlanner,
  writeState,
} from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readRegister } from "./stack-registers.ts";
import type { CrawlOrder, StackStatus } from "./stack-state.ts";
import { tellFrontier, tellLinks } from "./tell-queue.ts";

/** Messages received at a time: as many as SQS gives. */
const MESSAGES = 10;

/** A result that is later than this is no longer expected, in ms: its harvester may have died. */
const MOST_LATE_MS = 60_000;

/** The state of a crawl that has reported nothing yet. */
const STARTING = { state: "running", end: null } as const;

/**
 * Plans until `until` (ms since the epoch), or until there is nothing to do. It takes in what was
 * harvested and draws what is fetched next. Both are durable before any other process learns of
 * them. Any number of planners may be started; one of them has the stack.
 */
export async function runPlanner(
  ports: PlannerPorts,
  warm: WarmPlanner,
  until: number,
): Promise<void> {
  try {
    const held = await takeStack(ports, warm);
    if (held === undefined) return;
    for (let goesOn = true; goesOn && ports.clock.now() < until; ) {
      goesOn = await tick(ports, held, until);
    }
    await leaveStack(ports, held);
  } catch (error) {
    const { held } = warm;
    warm.held = undefined;
    held?.planner.stores.close();
    if (held !== undefined) await releaseStack(ports, held, error);
    throw error;
  }
}

/** Runs one round of the plan; returns false when the planner may leave. */
async function tick(ports: PlannerPorts, held: HeldStack, until: number): Promise<boolean> {
  const order = await readRegister(ports.keyValueStore, "order");
  if (order.value?.crawl !== held.state.crawl || order.value.plan !== held.plan) return false;
  held.ordered = order.version;
  await held.planner.assessor?.look();
  const received = await ports.results.receive(MESSAGES, held.waitMs);
  const { receipts, results } = await completeResults(ports, held, received);
  await completeUnannounced(ports, held, await held.planner.endLostLeases());
  const step = await held.planner.step(order.value, () => costWithoutQueries(held));
  const texts = await textsOf(held, order.value, step);
  held.awaitingSince = await awaitingSince(held, step, results, ports.clock.now());
  await keep(ports, held, step);
  await tellFrontier(ports, held, step.kind === "rest");
  await tellLinks(ports, held);
  await held.planner.askForTraining();
  if (texts.length > 0) await ports.batches.send(texts);
  if (receipts.length > 0) await ports.results.remove(receipts);
  if (held.planner.stores.isSnapshotDue()) await takeSnapshot(ports, held);
  const isNews = receipts.length > 0 || texts.length > 0;
  if (step.kind === "rest") {
    await rest(ports, held, order.value);
    return false;
  }
  await asksAssessor(held, order.value);
  const now = ports.clock.now();
  const dueIn = nextDue(held, step, now) - now;
  const { leased } = (await held.planner.stores.frontier.count()).states;
  held.waitMs = plannerWait({ dueIn, inFlight: leased, leftMs: until - now });
  held.idleTicks = isNews ? 0 : held.idleTicks + 1;
  const { mostMs, mostIdleTurns } = PLANNER_WAITS;
  return dueIn <= Math.min(mostMs, until - now) && held.idleTicks < mostIdleTurns;
}

/** The result of a look into the queue. */
interface Completed {
  /** Receipts of processed messages. */
  readonly receipts: readonly string[];
  /** Number of results of this crawl. */
  readonly results: number;
}

/**
 * Completes the results that this crawl's harvesters announce. A message that cannot be read is
 * reported and left where it is. The queue delivers it a few times more, then moves it to its dead
 * letters.
 */
async function completeResults(
  ports: PlannerPorts,
  held: HeldStack,
  received: readonly ReceivedMessage[],
): Promise<Completed> {
  const receipts: string[] = [];
  let results = 0;
  // Objects are read concurrently, and completed one after the other.
  const read = received.map((message) => readable(ports, () => readResult(ports, held, message)));
  for (const [index, result] of (await Promise.all(read)).entries()) {
    if (result === undefined) continue;
    const isDone =
      result === "of-another-crawl" ||
      (await readable(ports, () => completeResult(held, result))) !== undefined;
    const receipt = received[index]?.receipt;
    if (isDone && receipt !== undefined) receipts.push(receipt);
    if (isDone && result !== "of-another-crawl") results += 1;
  }
  return { receipts, results };
}

/** Reads the result that a message announces; returns `undefined` when it is not there yet. */
async function readResult(
  ports: PlannerPorts,
  { state }: HeldStack,
  { body }: ReceivedMessage,
): Promise<BatchResult | "of-another-crawl" | undefined> {
  const notice = parseNotice(body);
  if (notice.crawl !== state.crawl) return "of-another-crawl";
  return storedResult(ports, notice);
}

async function storedResult(
  { blobs }: Pick<PlannerPorts, "blobs">,
  notice: BatchNotice,
): Promise<BatchResult | undefined> {
  const key = resultKey(notice);
  const bytes = await blobs.get(key);
  return bytes && parseResult(bytes, key);
}

async function completeResult(held: HeldStack, result: BatchResult): Promise<BatchResult> {
  await held.planner.complete(result);
  held.expected.delete(result.id);
  return result;
}

/** Completes results that are stored, but whose notices have not come. */
async function completeUnannounced(
  ports: PlannerPorts,
  held: HeldStack,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await readable(ports, async () => {
      const result = await storedResult(ports, { id, crawl: held.state.crawl });
      return result && completeResult(held, result);
    });
  }
}

/**
 * Returns the result of `read`; when a message is malformed, reports the error and returns
 * `undefined`.
 */
async function readable<Value>(
  { report }: PlannerPorts,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DowserError) || error.reaction !== "drop") throw error;
    report(error);
    return undefined;
  }
}

/** Returns the messages of the batches to send; they are noted as sent. */
async function textsOf(
  held: HeldStack,
  order: CrawlOrder,
  step: PlanStep,
): Promise<readonly string[]> {
  if (step.kind === "rest" || step.leases.length === 0) return [];
  held.draws += 1;
  const { hash, pages } = held.planner.model;
  const { crawl, plan } = order;
  const messages = await held.planner.pack(
    step.leases,
    {
      crawl,
      plan,
      model: { hash, pages },
      ...toldInBatch(order),
    },
    (index) => `${held.state.epoch}-${held.draws}-${index}`,
  );
  for (const { batch } of messages)
    held.expected.set(batch.id, expectedAt(batch, held.planner.refusedShare));
  return messages.map(({ text }) => text);
}

/**
 * Makes all decisions so far durable, and lists the new records before. So a planner that dies in
 * between has listed records that nobody reads, and the next one lists its own in their place.
 */
async function keep(ports: PlannerPorts, held: HeldStack, step: PlanStep): Promise<void> {
  await listHeld(ports, held, step.kind === "rest");
  const journal = await held.planner.stores.commit();
  held.spend(ports.usage());
  const status = await statusOf(held);
  const { state, end } = step.kind === "go" ? status : (held.state.status ?? STARTING);
  await writeState(ports, held, { journal, status: { ...status, state, end } });
  await fileHeld(ports, held, step.kind === "rest");
}

/**
 * Returns since when results are due. Only a result is news: links that are sent again after their
 * leases have expired say nothing of a harvester.
 */
async function awaitingSince(
  { planner, awaitingSince: since }: HeldStack,
  { kind }: PlanStep,
  results: number,
  now: number,
): Promise<number | null> {
  if (kind === "rest") return null;
  const { leased } = (await planner.stores.frontier.count()).states;
  const fromNow = leased > 0 ? now : null;
  return results > 0 ? fromNow : (since ?? fromNow);
}

/**
 * Writes a snapshot of the last commit, names it, and removes those that it replaces. The planner's
 * state has every snapshot before its first part is written, and until its last part is removed. So
 * none is left behind by a planner that dies. A snapshot that cannot be written is counted and
 * reported, and the crawl goes on: its journal has everything.
 * @throws DowserError `planner-overtaken`
 */
async function takeSnapshot(ports: PlannerPorts, held: HeldStack): Promise<void> {
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

/**
 * Puts the stack to rest, unless it got another order meanwhile. While an assessor is asked the planner comes again each
 * minute: the status has all that it cost.
 */
async function rest(ports: PlannerPorts, held: HeldStack, ordered: CrawlOrder): Promise<void> {
  while (held.again !== null) {
    await listHeld(ports, held, true);
    await writeState(ports, held, {});
  }
  await writeState(ports, held, { status: await statusOf(held) });
  if (await asksAssessor(held, ordered)) return;
  await ports.activity.suspend();
  const order = await readRegister(ports.keyValueStore, "order");
  if (order.version !== held.ordered) await ports.activity.wake();
}

/** Has the crawl's assessor asked where that is due; returns whether there is something to ask, or somebody asks. */
async function asksAssessor(
  { planner: { assessor }, state: { status } }: HeldStack,
  order: CrawlOrder,
): Promise<boolean> {
  return assessor !== undefined && status !== null && assessor.ask(order, status);
}

/** Returns the cost so far of AWS and of an assessor. */
function costWithoutQueries({ planner, spent }: HeldStack): number {
  return costOf(spent()).total + (planner.assessor?.state.dollars ?? 0);
}

async function statusOf(held: HeldStack): Promise<StackStatus> {
  const { planner } = held;
  const { searchDollars } = planner;
  const { state, end } = planner.state();
  const usage = held.spent();
  return {
    state,
    end,
    report: { ...(await reportCrawl(planner.stores)) },
    recall: (await planner.recall()) ?? null,
    seconds: planner.seconds(),
    model: planner.model.hash,
    trainedPages: planner.model.pages,
    ...planner.needState,
    usage,
    searchDollars,
    assessed: planner.assessor?.state ?? null,
    dollars: costWithoutQueries(held) + searchDollars,
    listedRecords: held.listed,
    spentSites: (await planner.stores.frontier.count()).spentSites ?? null,
  };
}

/** Returns when there is something to do, as far as this planner knows: ms since the epoch. */
function nextDue(
  { expected }: HeldStack,
  step: Extract<PlanStep, { kind: "go" }>,
  now: number,
): number {
  for (const [id, at] of expected) if (at + MOST_LATE_MS < now) expected.delete(id);
  const readyAt = step.leases.length === 0 ? step.nextAt : undefined;
  const due = Math.min(...expected.values(), readyAt ?? Infinity);
  // A late result, or one of an earlier planner's batches, may come at any moment.
  return due === Infinity ? now : due;
}

/**
 * Returns when the result of a batch may come, ms since the epoch: when its last link may start. It
 * is sooner by the share of links that robots are expected to refuse, which take no time.
 * How long hosts take to answer is unknown. A planner that left too soon would leave fast hosts
 * idle for a minute.
 */
function expectedAt({ leases }: HarvestBatch, refusedShare: number): number {
  const starts = leases.map(({ startAt }) => startAt);
  const first = Math.min(...starts);
  return first + (Math.max(...starts) - first) * (1 - refusedShare);
}

/** What a planner knows when it begins to wait, in ms. */
interface Waiting {
  /** Until the next result is due; negative when it is late. */
  readonly dueIn: number;
  /** Number of links. */
  readonly inFlight: number;
  /** Until its run ends. */
  readonly leftMs: number;
}

/**
 * Returns how long a planner waits for a result, in ms. Where many links are in flight, a batch that
 * is late says little: others are on their way, and all would come back while it is away.
 */
export function plannerWait({ dueIn, inFlight, leftMs }: Waiting): number {
  const { leastMs, msPerLink, mostMs } = PLANNER_WAITS;
  return Math.max(dueIn, leastMs, Math.min(inFlight * msPerLink, mostMs, leftMs));
}
