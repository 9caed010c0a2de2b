import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openRules } from "../../lib/features/registry.ts";
import { parseProject } from "../../lib/project/load-project.ts";

/** Returns the names of the rules that a project opens, by where they act. */
async function namesOf(keys: object, web: Parameters<typeof openRules>[1]) {
  const text = JSON.stringify({ name: "rules", seeds: { urls: ["http://a.example/"] }, ...keys });
  const { rules, reads } = await openRules(await parseProject(text, "test"), web);
  const ports = new Proxy({}, { get: () => ({}) });
  return {
    fetch: rules.fetch.map(({ name }) => name),
    reads: reads.map(({ name }) => name),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none is asked for anything here
    decide: rules.decide.map((open) => open(ports as never).name),
  };
}

describe("the rules of a project", () => {
  it("The rules of all features act in one order: sessions before walls, and copies last", async () => {
    const scope = { pdf: true, feeds: true, copies: "group", walls: "probe" };
    const sessions = new Set(["http://a.example"]);
    assert.deepEqual(await namesOf({ scope, render: {} }, { isLive: true, sessions }), {
      fetch: ["sessions", "walls", "pdf", "signals"],
      reads: ["feeds", "walls", "rendering", "signals", "copies"],
      decide: ["sessions", "probes", "copies"],
    });
  });

  it("Copies are grouped where the need is an example page or a detector, and not a declared type, unless they are kept", async () => {
    const isGrouped = async (need: object, scope = {}) =>
      (await namesOf({ need, scope }, { isLive: false })).decide.includes("copies");
    assert.ok(await isGrouped({ examplePage: "http://a.example/thread" }));
    assert.ok(await isGrouped({ detect: "comments" }));
    assert.ok(!(await isGrouped({ structured: ["Recipe"] })));
    assert.ok(!(await isGrouped({ topic: "bees" })));
    assert.ok(!(await isGrouped({ detect: "comments" }, { copies: "keep" })));
  });

  it("A recording that is crawled without any feature has no rule but that of signals", async () => {
    assert.deepEqual(await namesOf({}, { isLive: false }), {
      fetch: ["signals"],
      reads: ["signals"],
      decide: [],
    });
  });
});
