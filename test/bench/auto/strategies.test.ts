import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ORACLE } from "../../../bench/auto/crawled.ts";
import { GROUPS } from "../../../bench/auto/groups.ts";
import { allStrategies, OURS, optionFor, strategiesIn } from "../../../bench/auto/strategies.ts";
import { STRATEGY_NAMES } from "../../../lib/project/registry.ts";
import { parseStrategyOption } from "../../../peers/commands/parse-strategy-option.ts";
import { PEERS } from "../../../peers/registry.ts";

const ALL = [...STRATEGY_NAMES, ...Object.keys(PEERS)].filter(
  (name) => !name.startsWith("published-"),
);

describe("strategies of the bench of all tasks", () => {
  it("All strategies of the project are crawled with, and the oracle last", () => {
    const names = allStrategies();
    assert.deepEqual(new Set(names), new Set([...ALL, ORACLE]));
    assert.equal(names.at(-1), ORACLE);
  });

  it("A list of strategies may have commas between options, too", () => {
    assert.deepEqual(strategiesIn("auto, source:goal=target,text=false,tpm,auto:without=words"), [
      "auto",
      "source:goal=target,text=false",
      "tpm",
      "auto:without=words",
    ]);
  });

  it("A strategy has the options of its group; one that is named with options keeps those", async () => {
    const group = "forums";
    assert.equal(await optionFor({ group, strategy: "source" }), "source:goal=target");
    assert.equal(await optionFor({ group, strategy: "source:goal=ucc" }), "source:goal=ucc");
    assert.equal(await optionFor({ group: "user-content", strategy: "source" }), "source");
  });

  it("Orders that judgements guide judge pages by labels where there are some", async () => {
    const learned = "best-first:pageEstimator=learned";
    for (const [group, option] of [
      ["universities", learned],
      ["few-labels", learned],
      ["cold-start", "best-first"],
      ["courses", "best-first"],
    ] as const)
      assert.equal(await optionFor({ group, strategy: "best-first" }), option, group);
  });

  it("No judge is trained for an order that no judgement changes", async () => {
    for (const strategy of ["breadth-first", "depth-first", "random"])
      assert.equal(await optionFor({ group: "universities", strategy }), strategy);
  });

  it("The default strategy has no option in any group, and all options are valid", async () => {
    for (const { name: group } of GROUPS) {
      assert.equal(await optionFor({ group, strategy: OURS }), OURS);
      for (const strategy of ALL) {
        const option = await optionFor({ group, strategy });
        assert.equal((await parseStrategyOption(option)).name, strategy);
      }
    }
  });

  it("The specialist of each group is a strategy of the project", () => {
    for (const { specialist } of GROUPS) assert.ok(ALL.includes(specialist), specialist);
  });
});
