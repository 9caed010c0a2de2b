import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { strategyOfRun } from "../../../lib/run/folder/run-project.ts";

const SEEDS = { urls: ["https://site.example/"] };

/** What the strategy of a project is made from. */
async function contextOf(parts: object) {
  const project = { name: "run", seeds: SEEDS, strategy: "random", seed: 7, ...parts };
  const asked: unknown[] = [];
  const strategy = await strategyOfRun(
    await parseProject(JSON.stringify(project), "project.yaml"),
    {
      strategyOf: async (choice, context) => {
        asked.push(choice, context);
        return createStrategy(choice, context);
      },
    },
  );
  assert.equal(strategy?.name, "random");
  return asked;
}

describe("strategyOfRun", () => {
  it("`strategyOfRun` makes the crawl's strategy, with its seed, budget, and queries if any", async () => {
    const budget = { pages: 40 };
    const plain = { seed: 7, pages: 40, asksQueries: false };
    assert.deepEqual(await contextOf({ budget }), [{ name: "random" }, plain]);
    const search = { provider: "local", compose: { queries: 3 } };
    assert.deepEqual((await contextOf({ budget, search }))[1], { ...plain, asksQueries: true });
  });

  it("`strategyOfRun` makes none for a run that does not yet name its strategy", async () => {
    assert.equal(await strategyOfRun({}), undefined);
  });
});
