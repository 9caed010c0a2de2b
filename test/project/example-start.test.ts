import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { exampleOutOfReach, openPlan } from "../../lib/project/plan-crawl.ts";

const HOME = "http://forum.example/";

async function planned(examplePage: string, scope: object = {}) {
  const text = { name: "x", seeds: { urls: [HOME] }, need: { examplePage }, scope };
  const project = await parseProject(JSON.stringify(text), "test");
  const inputs = { need: NO_NEED, foundSeeds: undefined, year: 2026 };
  const plan = await openPlan(project, { isLive: false, sessions: new Set() }, inputs);
  return { seeds: plan.seeds, said: exampleOutOfReach(project, plan) };
}

describe("the example page as a start", () => {
  it("An example page in scope is a start beside the seeds, once", async () => {
    const example = `${HOME}thread/1`;
    assert.deepEqual(await planned(example), { seeds: [HOME, example], said: undefined });
    assert.deepEqual((await planned(HOME)).seeds, [HOME]);
  });

  it("An example page on a host out of reach is no start, and it is said at once what to do", async () => {
    const { seeds, said = "" } = await planned("http://other.example/thread/1");
    assert.deepEqual(seeds, [HOME]);
    assert.match(
      said,
      /need\.examplePage http:\/\/other\.example\/thread\/1 .*\(host\).*name a seed/,
    );
  });

  it("An example page whose host is reached, but which a pattern leaves out, is told with the pattern", async () => {
    const { seeds, said = "" } = await planned(`${HOME}thread/1`, {
      denyPatterns: ["**/thread/**"],
    });
    assert.deepEqual(seeds, [HOME]);
    assert.match(said, /\(pattern-denied\): pages like it/);
  });

  it("An example page in a file is no start, and nothing is said", async () => {
    assert.deepEqual(await planned("page.html"), { seeds: [HOME], said: undefined });
    assert.deepEqual(await planned("page.html", { hosts: "any" }), {
      seeds: [HOME],
      said: undefined,
    });
  });
});
