import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { METRICS } from "../../functions/wiring/stack-metrics.ts";
import { STANDING_PARTS } from "../../lib/project/stack-limits.ts";
import { spell, synthStack } from "../support/synth-stack.ts";

const quiet = await synthStack();
const told = await synthStack("notify: [keeper@example.org, 'https://example.org/pager']\n");

interface Dimension {
  readonly Name: string;
  readonly Value: unknown;
}

/** What an alarm watches: metric, the resource that it belongs to, limit, and time in seconds. */
function watched({ MetricName, Dimensions, Threshold, Period }: Record<string, unknown>): string {
  const [{ Value } = { Value: "" }] = Dimensions as readonly Dimension[];
  return `${String(MetricName)} of ${spell(Value)} > ${String(Threshold)} in ${String(Period)} s`;
}

describe("the alarms of a stack", () => {
  it("Stack alarms watch dead letters, errors, the API, throttles, dropped chains, stalling, a missing planner and the budget", () => {
    const alarms = quiet.all("AWS::CloudWatch::Alarm");
    assert.deepEqual(alarms.map(watched).toSorted(), [
      "5xx of <Api> > 2 in 600 s",
      "ApproximateNumberOfMessagesVisible of <HarvestQueueDeadLetters> > 0 in 60 s",
      "ApproximateNumberOfMessagesVisible of <ResultsQueueDeadLetters> > 0 in 60 s",
      "BudgetSpentPercent of Dowser-fungi > 100 in 60 s",
      "Errors of <Harvester> > 2 in 600 s",
      "Errors of <Planner> > 2 in 600 s",
      "Errors of <Trainer> > 2 in 1800 s",
      "Errors of <Watchdog> > 2 in 1800 s",
      "PlannerAgeSeconds of Dowser-fungi > 600 in 600 s",
      "RecursiveInvocationsDropped of <Harvester> > 0 in 60 s",
      "StalledSeconds of Dowser-fungi > 900 in 60 s",
      "Throttles of <Harvester> > 2 in 600 s",
      "Throttles of <Planner> > 2 in 600 s",
    ]);
    for (const { TreatMissingData, ComparisonOperator, AlarmDescription } of alarms) {
      assert.equal(TreatMissingData, "notBreaching");
      assert.equal(ComparisonOperator, "GreaterThanThreshold");
      assert.match(String(AlarmDescription), /^Dowser-fungi: /);
    }
  });

  it("Stack alarms, secrets and metrics are as many as the estimate charges by the month", () => {
    const counted = {
      secrets: quiet.all("AWS::SecretsManager::Secret").length,
      alarms: quiet.all("AWS::CloudWatch::Alarm").length,
      metrics: Object.keys(METRICS).length,
    };
    assert.deepEqual(counted, STANDING_PARTS);
  });

  it("Stack alarms cost 1.30 $ a month, as the decisions say: each watches one metric at 0.10 $", () => {
    const alarms = quiet.all("AWS::CloudWatch::Alarm");
    assert.equal(alarms.length, 13);
    for (const { Metrics } of alarms) assert.equal(Metrics, undefined);
    assert.deepEqual(quiet.all("AWS::CloudWatch::CompositeAlarm"), []);
  });

  it("Stack alarms separate the metrics of different stacks", () => {
    for (const stack of [quiet, told]) {
      const own = stack
        .all("AWS::CloudWatch::Alarm")
        .filter((each) => each["Namespace"] === "Dowser");
      assert.equal(own.length, 3);
      for (const { Dimensions } of own) {
        assert.deepEqual(Dimensions, [{ Name: "service", Value: stack.name }]);
      }
    }
  });
});

describe("who is told of a stack's alarms", () => {
  it("A stack whose project names nobody has no topic, and its alarms tell nobody", () => {
    assert.deepEqual(quiet.all("AWS::SNS::Topic"), []);
    for (const { AlarmActions } of quiet.all("AWS::CloudWatch::Alarm")) {
      assert.equal(AlarmActions, undefined);
    }
  });

  it("A stack sends every alarm to one topic, which tells each address of its project", () => {
    const alarms = told.all("AWS::CloudWatch::Alarm");
    assert.equal(alarms.length, quiet.all("AWS::CloudWatch::Alarm").length);
    for (const { AlarmActions } of alarms) {
      assert.deepEqual([AlarmActions].flat().map(spell), ["<AlarmTopic>"]);
    }
    assert.deepEqual(
      told.all("AWS::SNS::Subscription").map(({ Protocol, Endpoint }) => [Protocol, Endpoint]),
      [
        ["email", "keeper@example.org"],
        ["https", "https://example.org/pager"],
      ],
    );
  });

  it("A stack's topic admits the alarms of its account, and nobody without TLS", () => {
    const [{ PolicyDocument } = {}] = told.all("AWS::SNS::TopicPolicy");
    const { Statement } = PolicyDocument as { Statement: readonly Record<string, unknown>[] };
    const words = Statement.map(({ Effect, Principal, Condition }) => [
      Effect,
      Principal,
      Object.keys(Condition as object),
    ]);
    assert.deepEqual(words, [
      ["Deny", "*", ["Bool"]],
      ["Allow", { Service: "cloudwatch.amazonaws.com" }, ["StringEquals"]],
    ]);
  });
});
