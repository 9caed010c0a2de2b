import { pauseOf } from "../../features/lists.ts";
import type { ActivityState } from "../../ports/activity-state.ts";
import { type PlannerError, type PlannerState, plannerAge } from "../stack-state.ts";
import type { KnownCrawl } from "./crawl-orders.ts";

/**
 * Time after which a planner is missed, in ms: its rule calls it each minute, and one that dies
 * holds the stack for three.
 */
const MISSED_MS = 240_000;

/**
 * Time after which a result is missed, in ms: a harvester ends within five minutes, and its batch
 * waits for some more.
 */
const NO_RESULT_MS = 900_000;

/** Something that keeps a crawl from going on, in words for its user. */
interface Problem {
  /** Stable. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** The health of a stack: its parts as they are now, and what is wrong with them. */
interface StackHealth extends ActivityState {
  readonly planner: {
    /** Ms since the epoch. */
    readonly lastTickAt: number | null;
    /** Seconds since then, or since a later order; `null` while no planner is expected. */
    readonly ageSeconds: number | null;
    /** The last failure, unless a later tick has succeeded. */
    readonly lastError: PlannerError | null;
  };
  readonly problems: readonly Problem[];
}

/** Judges the parts of a stack by the crawl that it should be working on. */
export function stackHealth(crawl: KnownCrawl, activity: ActivityState, now: number): StackHealth {
  const { order, planner } = crawl;
  const ageMs = plannerAge(order, planner, now);
  const isAwake = ageMs !== undefined;
  const { lastTickAt = null } = planner ?? {};
  const lastError = failureOf(planner);
  const dueMs = now - (planner?.awaitingSince ?? now);
  return {
    ...activity,
    planner: { lastTickAt, ageSeconds: isAwake ? Math.round(ageMs / 1_000) : null, lastError },
    problems: [
      ...(crawl.status?.state === "paused" ? pausedByRule(crawl.status.end) : []),
      ...(isAwake ? asleep(activity) : []),
      ...(lastError === null ? [] : [failing(lastError)]),
      ...(isAwake && ageMs > MISSED_MS ? [missed(ageMs)] : []),
      ...(isAwake && dueMs > NO_RESULT_MS ? [resultless(dueMs)] : []),
      ...deadLetters(activity),
    ],
  };
}

/** Returns the problem that made a crawl pause itself; none when users paused it. */
function pausedByRule(end: string | null | undefined): Problem[] {
  const pause = pauseOf(end);
  return pause === undefined ? [] : [{ code: pause.end, ...pause.stack }];
}

/** Returns the last failure of a planner, unless a later tick has succeeded. */
function failureOf(planner: PlannerState | undefined): PlannerError | null {
  const { lastError = null, lastTickAt = null } = planner ?? {};
  return lastError !== null && lastError.at >= (lastTickAt ?? 0) ? lastError : null;
}

/** Names the parts that are off although the crawl needs them. */
function asleep({ rules, deliversBatches }: ActivityState): Problem[] {
  const hint = "run dowser resume: it enables rules and deliveries, also where nothing was paused";
  const off = [
    { isOn: rules.planner, code: "planner-rule-off", what: "the rule that calls the planner" },
    { isOn: rules.trainer, code: "trainer-rule-off", what: "the rule that calls the trainer" },
    { isOn: deliversBatches, code: "delivery-off", what: "the delivery of batches to harvesters" },
  ];
  return off
    .filter(({ isOn }) => !isOn)
    .map(({ code, what }) => ({ code, message: `${what} is disabled`, hint }));
}

function failing({ code, message, at }: PlannerError): Problem {
  return {
    code: "planner-fails",
    message: `the planner failed at ${new Date(at).toISOString()}: ${message} (${code})`,
    hint: "docs/errors.md says what to do about its code; the log of the function planner has all of it",
  };
}

function missed(ageMs: number): Problem {
  return {
    code: "planner-missed",
    message: `the planner has not run for ${Math.floor(ageMs / 60_000)} minutes`,
    hint: "run dowser resume, which calls it; then read the log of the function planner",
  };
}

function resultless(dueMs: number): Problem {
  return {
    code: "no-results",
    message: `no result has come for ${Math.floor(dueMs / 60_000)} minutes, and links are in flight`,
    hint: "read the log of the function harvester: it is throttled, fails, or its hosts do not answer",
  };
}

function deadLetters({ queues }: ActivityState): Problem[] {
  const { batchesDeadLetters: batches, resultsDeadLetters: results } = queues;
  const count = batches.waiting + batches.inFlight + results.waiting + results.inFlight;
  if (count === 0) return [];
  return [
    {
      code: "dead-letters",
      message: `${count} messages were given up after many deliveries`,
      hint: "nothing is lost: links of a batch are fetched again; read the log of the functions harvester and planner, then purge the dead-letter queues",
    },
  ];
}
