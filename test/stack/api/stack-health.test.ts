import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ActivityState } from "../../../lib/ports/activity-state.ts";
import { stackHealth } from "../../../lib/stack/api/stack-health.ts";
import type { PlannerState } from "../../../lib/stack/stack-state.ts";
import { aPlannerState, aStatus } from "../../support/a-stack.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const EMPTY = { waiting: 0, inFlight: 0 };

const AWAKE: ActivityState = {
  rules: { planner: true, trainer: true },
  deliversBatches: true,
  queues: { batches: EMPTY, results: EMPTY, batchesDeadLetters: EMPTY, resultsDeadLetters: EMPTY },
};

const ASLEEP: ActivityState = {
  ...AWAKE,
  rules: { planner: false, trainer: false },
  deliversBatches: false,
};

function aCrawl(planner: Partial<PlannerState> = {}, state: "running" | "finished" = "running") {
  const known = {
    ...aPlannerState("c", aStatus({ state })),
    lastTickAt: NOW - 30_000,
    ...planner,
  };
  const order = { crawl: "c", requested: "run", plan: "plans/p", at: NOW - 60 * MINUTE } as const;
  return { order, status: known.status, planner: known };
}

const codesOf = ({ problems }: ReturnType<typeof stackHealth>) => problems.map(({ code }) => code);

describe("the health of a stack", () => {
  it("The health of a stack at work names no problem, and says when its planner last ran", () => {
    const { planner, problems } = stackHealth(aCrawl(), AWAKE, NOW);
    assert.deepEqual(problems, []);
    assert.deepEqual(planner, { lastTickAt: NOW - 30_000, ageSeconds: 30, lastError: null });
  });

  it("The health of a stack whose planner stays away says for how many minutes, and what to do", () => {
    const health = stackHealth(aCrawl({ lastTickAt: NOW - 12 * MINUTE }), AWAKE, NOW);
    const [{ code, message, hint } = { code: "", message: "", hint: "" }] = health.problems;
    assert.equal(code, "planner-missed");
    assert.equal(message, "the planner has not run for 12 minutes");
    assert.match(hint, /dowser resume/);
    assert.equal(health.planner.ageSeconds, 720);
  });

  it("The health of a stack whose crawl paused itself at a login says so, and how it goes on", () => {
    const paused = aCrawl({ status: aStatus({ state: "paused", end: "logged-out" }) });
    const [problem, ...others] = stackHealth(paused, ASLEEP, NOW).problems;
    assert.deepEqual([problem?.code, others], ["logged-out", []]);
    assert.match(problem?.hint ?? "", /dowser resume/);
  });

  it("The health of a stack without results says for how long, and at rest nothing is missed", () => {
    const awaiting = { awaitingSince: NOW - 16 * MINUTE };
    const [problem] = stackHealth(aCrawl(awaiting), AWAKE, NOW).problems;
    assert.equal(problem?.code, "no-results");
    assert.match(problem?.message ?? "", /^no result has come for 16 minutes/);
    const atLimit = stackHealth(aCrawl({ awaitingSince: NOW - 15 * MINUTE }), AWAKE, NOW);
    assert.deepEqual(atLimit.problems, []);
    assert.deepEqual(stackHealth(aCrawl(awaiting, "finished"), AWAKE, NOW).problems, []);
  });

  it("The health of a stack misses a planner that stays away for more than four minutes", () => {
    const after = (ms: number) => stackHealth(aCrawl({ lastTickAt: NOW - ms }), AWAKE, NOW);
    assert.deepEqual(codesOf(after(4 * MINUTE)), []);
    assert.deepEqual(codesOf(after(4 * MINUTE + 1)), ["planner-missed"]);
  });

  it("The health of a stack whose planner never came counts from the order", () => {
    const { order } = aCrawl();
    const health = stackHealth({ order, status: null, planner: undefined }, AWAKE, NOW);
    assert.deepEqual(health.planner, { lastTickAt: null, ageSeconds: 3_600, lastError: null });
    assert.deepEqual(codesOf(health), ["planner-missed"]);
  });

  it("The health of a stack names each part that is off although the crawl needs it", () => {
    const { problems } = stackHealth(aCrawl(), ASLEEP, NOW);
    assert.deepEqual(
      problems.map(({ code, message }) => `${code}: ${message}`),
      [
        "planner-rule-off: the rule that calls the planner is disabled",
        "trainer-rule-off: the rule that calls the trainer is disabled",
        "delivery-off: the delivery of batches to harvesters is disabled",
      ],
    );
  });

  it("The health of a stack at rest is good with everything off, however long ago its planner ran", () => {
    const health = stackHealth(aCrawl({ lastTickAt: 1 }, "finished"), ASLEEP, NOW);
    assert.deepEqual(health.problems, []);
    assert.equal(health.planner.ageSeconds, null);
  });

  it("The health of a stack has its planner's last failure until a later run succeeds", () => {
    const lastError = { code: "journal-damaged", message: "the journal is damaged", at: NOW - 9 };
    const failing = stackHealth(aCrawl({ lastError, lastTickAt: NOW - 10 }), AWAKE, NOW);
    assert.deepEqual(failing.planner.lastError, lastError);
    assert.deepEqual(codesOf(failing), ["planner-fails"]);
    assert.match(failing.problems[0]?.message ?? "", /the journal is damaged \(journal-damaged\)$/);
    assert.match(failing.problems[0]?.message ?? "", /^the planner failed at 2027-01-15T07:59:59/);
    const atOnce = stackHealth(aCrawl({ lastError, lastTickAt: NOW - 9 }), AWAKE, NOW);
    assert.deepEqual(atOnce.planner.lastError, lastError, "the failure ended that very run");
    const first = stackHealth(aCrawl({ lastError, lastTickAt: null }), AWAKE, NOW);
    assert.deepEqual(first.planner.lastError, lastError);
    const again = stackHealth(aCrawl({ lastError, lastTickAt: NOW - 8 }), AWAKE, NOW);
    assert.deepEqual([again.planner.lastError, again.problems], [null, []]);
  });

  it("The health of a stack counts the messages of both dead-letter queues, also at rest", () => {
    const queues = {
      ...ASLEEP.queues,
      batchesDeadLetters: { waiting: 1, inFlight: 2 },
      resultsDeadLetters: { waiting: 4, inFlight: 8 },
    };
    const health = stackHealth(aCrawl({}, "finished"), { ...ASLEEP, queues }, NOW);
    assert.deepEqual(codesOf(health), ["dead-letters"]);
    assert.match(health.problems[0]?.message ?? "", /^15 messages/);
    assert.deepEqual(health.queues, queues);
  });
});
