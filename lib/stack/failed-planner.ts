/** What a planner that fails leaves behind: why, what it cost, and an end where no other planner could do better. */
import { PLANNER_FULL } from "../crawl/crawl-end.ts";
import { addUsage, costOf, NO_USAGE } from "../domain/cost/cost.ts";
import { DowserError, fail } from "../errors.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { CrawlOrder, PlannerState, StackStatus } from "./stack-state.ts";

/** The state of a stack that a planner has taken, with the version of its key. */
export interface TakenStack {
  readonly version: number;
  readonly state: PlannerState;
  /** Absent where the crawl could not be restored. */
  readonly planner?: { readonly dollarBudget: number };
}

/** The functions were deployed without what the crawl was begun with. */
const LACKING = "project-not-for-stack";

/** Planners in a row that may fail of what may pass before a crawl pauses or ends as it was told to. */
const MOST_FAILURES = 3;

/**
 * Leaves the stack to any planner, at once after a failure, which the state then names. The crawl pauses or ends where the
 * next one would fail, too, or where it was told to and none can wait for its pages in flight.
 */
export async function releaseStack(
  ports: PlannerPorts,
  taken: TakenStack,
  error: unknown,
): Promise<void> {
  const { version, state } = taken;
  const now = ports.clock.now();
  const failure = named(error);
  const failures = state.failures + 1;
  const status = withUsage(ports, state.status);
  const lastError = { code: failure.code, message: failure.message, at: now };
  try {
    const { value } = await readRegister(ports.keyValueStore, "order");
    const order = value?.crawl === state.crawl ? value : undefined;
    const isSpent = order !== undefined && status.dollars >= (await budgetOf(ports, taken, order));
    const end = order && endOf(order.requested, { failure, failures, isSpent });
    const left = { ...state, until: 0, keptUntil: null, lastTickAt: now, failures, lastError };
    const told = end || state.status !== null ? { ...status, ...end } : null;
    const isWritten = await writeRegister(
      ports.keyValueStore,
      "planner",
      { ...left, status: told },
      version,
    );
    // A planner that lost the stack does not put it to rest under the next one.
    if (isWritten && end !== undefined) await ports.activity.suspend();
  } catch (cause) {
    throw new AggregateError([error, cause], "a planner failed, and could not say so", { cause });
  }
}

/** How planners failed. */
interface Failed {
  readonly failure: DowserError;
  readonly failures: number;
  /** Whether the crawl has cost what it may. */
  readonly isSpent: boolean;
}

/** Returns how a crawl ends or pauses by a failure; `undefined` where another planner may do better. */
function endOf(
  requested: CrawlOrder["requested"],
  { failure: { code, reaction }, failures, isSpent }: Failed,
): Pick<StackStatus, "state" | "end"> | undefined {
  if (requested === "run") {
    if (code === PLANNER_FULL) return { state: "finished", end: code };
    if (isSpent) return { state: "finished", end: "budget-dollars" };
    const isForGood = reaction === "stop-crawl" || code === LACKING;
    return isForGood ? { state: "paused", end: code } : undefined;
  }
  if (reaction === "retry" && failures < MOST_FAILURES) return undefined;
  return { state: requested === "stop" ? "finished" : "paused", end: code };
}

/** Returns the sum at which a crawl ends, as far as its plan can be read. */
async function budgetOf(
  { readPlan }: Pick<PlannerPorts, "readPlan">,
  { planner }: TakenStack,
  { plan }: CrawlOrder,
): Promise<number> {
  if (planner !== undefined) return planner.dollarBudget;
  return readPlan(plan).then(
    ({ plan: { budget } }) => budget.dollars,
    () => Infinity,
  );
}

/** Returns the status of a crawl with what the planner that failed used itself. */
function withUsage({ usage }: Pick<PlannerPorts, "usage">, known: StackStatus | null): StackStatus {
  const status = known ?? NOT_BEGUN;
  const used = usage();
  const dollars = status.dollars + costOf(used).total;
  return { ...status, usage: addUsage(status.usage, used), dollars };
}

/** The status of a crawl of which no planner has told anything. */
const NOT_BEGUN: StackStatus = {
  state: "running",
  end: null,
  report: {
    fetched: 0,
    targets: 0,
    harvestRate: 0,
    bodyBytes: 0,
    hosts: 0,
    reasons: {},
    states: { waiting: 0, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 },
  },
  recall: null,
  seconds: 0,
  model: "",
  trainedPages: 0,
  labels: 0,
  seen: 0,
  usage: NO_USAGE,
  searchDollars: 0,
  assessed: null,
  dollars: 0,
  listedRecords: 0,
  spentSites: null,
};

/** Primary results of SQLite that a restore does not cure where it is: it has no room, or its file cannot be read or written. */
const [NO_MEMORY, IO_ERROR, CORRUPT, FULL] = [7, 10, 11, 13];

/** Gives an error of a library, of the disk or of AWS a code. */
function named(cause: unknown): DowserError {
  if (cause instanceof DowserError) return cause;
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const result = resultOf(cause);
  if (result === FULL || result === NO_MEMORY) return fail("planner-full", { message }, cause);
  if (result === IO_ERROR || result === CORRUPT) return fail("planner-store", { message }, cause);
  return fail("planner-failed", { message }, cause);
}

/** Returns the primary result of SQLite, or that of a disk without room as SQLite has it. */
function resultOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && error.code === "ENOSPC") return FULL;
  return "errcode" in error && typeof error.errcode === "number" ? error.errcode % 256 : undefined;
}
