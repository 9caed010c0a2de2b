import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { keysOfAnotherValue, withoutRetiredKeys } from "../../lib/project/retired-keys.ts";
import { bundleText, parseBundle } from "../../lib/stack/bundle.ts";
import { aBundle } from "../support/a-bundle.ts";

describe("a key that project files had once", () => {
  it("A project file that names it is refused with what to do, and not with a similar key", async () => {
    for (const shards of [1, 4]) {
      await assert.rejects(parseProject(`name: a\nstack: { shards: ${shards} }`, "a.yaml"), {
        code: "bad-project",
        message: /:2:10 stack\.shards: unknown key; a stack has one planner: remove the key/,
      });
    }
  });

  it("An option that a strategy had is refused with what to do, also of its published form", async () => {
    for (const [strategy, hint] of [
      ["link-distance, gatherFrom: 0.7", "need.threshold says"],
      ["link-distance, variant: paper, gatherFrom: 0.7", "need.threshold says"],
      ["published-link-distance, gatherFrom: 0.7", "need.threshold says"],
      ["published-adaptive, learnsFromMisses: true", "the variant decides"],
      ["irobot, minR: 0.1", "it is 0.3 in every crawl"],
    ] as const) {
      await assert.rejects(parseProject(`name: a\nstrategy: { name: ${strategy} }`, "a.yaml"), {
        code: "bad-project",
        message: new RegExp(`unknown key; remove the key: ${hint}`),
      });
    }
  });

  it("A stored project goes on without an option of a strategy if its variant had that value", () => {
    const goesOn = (strategy: object) => withoutRetiredKeys({ strategy }, "those-as-now").strategy;
    const paper = { name: "link-distance", variant: "paper" };
    assert.deepEqual(goesOn({ ...paper, gatherFrom: 0.85 }), paper);
    const published = { name: "published-link-distance" };
    assert.deepEqual(goesOn({ ...published, gatherFrom: 0.85 }), published);
    assert.deepEqual(goesOn({ ...published, gatherFrom: 0.5 }), { ...published, gatherFrom: 0.5 });
  });

  it("A stored project is read without it, whatever its value was", () => {
    const stored = { name: "a", stack: { workers: 7, shards: 3 } };
    const read = withoutRetiredKeys(stored, "all");
    assert.deepEqual(read, { name: "a", stack: { workers: 7 } });
    assert.equal(stored.stack.shards, 3);
    assert.deepEqual(withoutRetiredKeys({ name: "a" }, "all"), { name: "a" });
    assert.equal(withoutRetiredKeys(undefined, "all"), undefined);
  });

  it("A stored project goes on without it if its value is what every crawl does now", () => {
    const goesOn = (shards: number) =>
      withoutRetiredKeys({ stack: { shards } }, "those-as-now").stack;
    assert.deepEqual([goesOn(1), goesOn(3)], [{}, { shards: 3 }]);
  });

  it("Keys with another value than every crawl has now are named, by variant and not of users' strategies", () => {
    const pathsOf = (strategy: object, traps = {}) =>
      keysOfAnotherValue({ strategy, scope: { traps } }).map((path) => path.join("."));
    const misses = { name: "adaptive", learnsFromMisses: false };
    assert.deepEqual(pathsOf(misses), ["strategy.learnsFromMisses"]);
    assert.deepEqual(pathsOf({ ...misses, variant: "paper" }), []);
    assert.deepEqual(pathsOf({ ...misses, module: "/bees.ts" }), []);
    assert.deepEqual(pathsOf({ name: "irobot", minDepth: 3, minR: 0.4 }), ["strategy.minR"]);
    assert.deepEqual(pathsOf({ name: "tpm" }, { maxSegments: 9 }), ["scope.traps.maxSegments"]);
  });

  it("A project file that names the option of a strategy is told its value", async () => {
    const refusalOf = (strategy: string) => ({
      code: "bad-project",
      message: new RegExp(`strategy\\.${strategy}`),
    });
    for (const [strategy, told] of [
      ["{ name: irobot, minR: 0.3 }", "minR: unknown key; remove the key: it is 0\\.3 in every"],
      ["{ name: link-distance, gatherFrom: 1 }", "gatherFrom: unknown key; .* need\\.threshold"],
    ] as const)
      await assert.rejects(parseProject(`name: a\nstrategy: ${strategy}`, "a"), refusalOf(told));
  });

  it("The plan of a stack's crawl that an older version stored is read, if it had one planner", () => {
    const { project } = aBundle();
    const planOf = (shards: number) => {
      const bundle = JSON.parse(bundleText(aBundle()));
      bundle.project.stack.shards = shards;
      return JSON.stringify(bundle);
    };
    assert.deepEqual(parseBundle(planOf(1)).project, project);
    assert.throws(() => parseBundle(planOf(2)), { code: "plan-damaged", message: /shards/ });
  });
});
