import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { loadOf, plannerRoom, requireRoom } from "../../lib/project/planner-room.ts";
import { STRATEGY_NAMES } from "../../lib/project/registry.ts";
import { MOST_FILL, PLANNER_DISK_BYTES } from "../../lib/project/stack-limits.ts";

const aProject = (budget: string, strategy = "auto") =>
  parseProject(
    `name: bees\nneed: { topic: bees }\nseeds: { urls: ["http://a.example/"] }\nbudget: ${budget}\nstrategy: ${strategy}\n`,
    "project.yaml",
  );

describe("how many pages a planner holds", () => {
  it("It is fewer for a strategy that learns than for one that does not, and within the disk", () => {
    const [plain, learnt] = ["best-first", "auto"].map(plannerRoom);
    assert.ok((learnt ?? 0) < (plain ?? 0), `${learnt}, ${plain}`);
    for (const name of STRATEGY_NAMES) {
      const bytes = plannerRoom(name) * loadOf(name).databaseBytes;
      assert.ok(bytes <= MOST_FILL * PLANNER_DISK_BYTES, name);
      assert.ok(bytes > 0, name);
    }
  });

  it("A budget of more pages is refused, with the strategy and the most pages", async () => {
    for (const strategy of ["auto", "best-first"]) {
      const pages = plannerRoom(strategy);
      requireRoom(await aProject(`{ pages: ${pages} }`, strategy));
      const project = await aProject(`{ pages: ${pages + 1} }`, strategy);
      assert.throws(
        () => requireRoom(project),
        ({ code, message }: { code: string; message: string }) =>
          code === "crawl-too-large" &&
          [strategy, String(pages)].every((part) => message.includes(part)),
      );
      assert.throws(() => requireRoom(project, 1e9), { code: "crawl-too-large" });
      requireRoom(project, pages);
    }
  });

  it("Hours or dollars that end the crawl before its pages are taken, others are not", async () => {
    for (const [budget, isTaken] of [
      ["{ pages: 1000000000, hours: 2 }", true],
      ["{ pages: 1000000000, dollars: 0.5 }", true],
      ["{ pages: 1000000000, hours: 100000 }", false],
      ["{ pages: 1000000000, dollars: 1000000 }", false],
    ] as const) {
      const project = await aProject(budget);
      if (isTaken) requireRoom(project);
      else assert.throws(() => requireRoom(project), { code: "crawl-too-large" }, budget);
    }
  });
});
