import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spell, synthStack } from "../support/synth-stack.ts";

const whole = await synthStack();
const divided = await synthStack("stack: {shards: 3}\n");

describe("a stack of three shards", () => {
  const planners = ["Planner", "Planner1", "Planner2"];
  const queues = ["ResultsQueue", "ResultsQueue1", "ResultsQueue2"];
  const variablesOf = (id: string) => {
    const { Environment } = divided.only("AWS::Lambda::Function", id);
    const { Variables } = Environment as { Variables: Record<string, unknown> };
    return Object.fromEntries(
      Object.entries(Variables).map(([name, value]) => [name, spell(value)]),
    );
  };

  it("Each planner of a stack of three shards has its number, its results, and the rules of all", () => {
    for (const [shard, id] of planners.entries()) {
      const { SHARD, SHARDS, RESULTS_QUEUE_URL, PLAN_RULE_NAMES } = variablesOf(id);
      assert.deepEqual([SHARD, SHARDS, RESULTS_QUEUE_URL], [`${shard}`, "3", `<${queues[shard]}>`]);
      assert.equal(
        PLAN_RULE_NAMES,
        "Dowser-fungi-planner,Dowser-fungi-planner-1,Dowser-fungi-planner-2",
      );
    }
  });

  it("A planner of a stack of three shards reads no results but its own, and harvesters write to all", () => {
    const policies = (id: string) => JSON.stringify(divided.only("AWS::IAM::Role", `${id}Role`));
    for (const [shard, id] of planners.entries()) {
      const read = queues.filter((queue) => new RegExp(`"${queue}[0-9A-F]{8}"`).test(policies(id)));
      assert.deepEqual(read, [queues[shard]]);
    }
    for (const queue of queues)
      assert.match(policies("Harvester"), new RegExp(`"${queue}[0-9A-F]{8}"`));
    const { RESULTS_QUEUE_URLS } = variablesOf("Harvester");
    assert.equal(RESULTS_QUEUE_URLS, queues.map((queue) => `<${queue}>`).join(","));
  });

  it("A rule calls each planner of a stack of three shards, and alarms watch each", () => {
    for (const [shard, id] of planners.entries()) {
      const { Targets, State } = divided.only("AWS::Events::Rule", `PlanRule${shard || ""}`);
      const [{ Arn } = { Arn: undefined }] = Targets as readonly { readonly Arn: unknown }[];
      assert.deepEqual([spell(Arn), State], [`<${id}>`, "DISABLED"]);
    }
    assert.equal(divided.all("AWS::CloudWatch::Alarm").length, 12 + 2 * 2);
    assert.equal(divided.all("AWS::SQS::Queue").length, whole.all("AWS::SQS::Queue").length + 2);
  });

  it("The API of a stack of three shards calls all planners", () => {
    const { PLAN_FUNCTION_NAMES, SHARDS } = variablesOf("ApiHandler");
    assert.deepEqual(
      [PLAN_FUNCTION_NAMES, SHARDS],
      [planners.map((id) => `<${id}>`).join(","), "3"],
    );
  });
});
