import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { topicEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import { queriesOnly } from "../../peers/naive.ts";
import { strategyContract } from "../contract/strategy.ts";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";

const context = { seed: 1, estimation: topicEstimation, asksQueries: true };
const nothing = { visits: [], misses: [] };

strategyContract(queriesOnly(context));
strategyContract(queriesOnly({ ...context, asksQueries: false }));

describe("naive", () => {
  const need: Need = aNeed({
    good: [aPage({ title: "Bee hive inspection", mainText: "Bees swarm in May." })],
    bad: [aPage({ title: "Cheap city hotels" })],
  });
  const compiledFor = (strategy: ReturnType<typeof queriesOnly>) =>
    strategy.compile(strategy.train(nothing, need, undefined));

  it("naive follows no link", () => {
    const { assessPage, scoreLinks } = compiledFor(queriesOnly(context));
    const page = aPage({ title: "Bee hive", anchors: [anAnchor("http://a.example/")] });
    const way = { depth: 0, priority: 1, group: "", parent: undefined, snippet: undefined };
    const assessment = assessPage(page, way);
    assert.ok(assessment.utility > 0);
    assert.deepEqual(scoreLinks(page, assessment, way), []);
  });

  it("naive asks the key phrases of the good examples once each, if queries are enabled", () => {
    const asked: string[] = [];
    const { queries } = compiledFor(queriesOnly(context));
    for (let query = queries?.next(asked); query !== undefined; query = queries?.next(asked)) {
      asked.push(query.query);
    }
    assert.ok(asked.includes("bee hive inspection"), asked.join("; "));
    assert.ok(asked.every((query) => !query.includes("hotels")));
    assert.equal(compiledFor(queriesOnly({ ...context, asksQueries: false })).queries, undefined);
  });

  it("naive never trains again by itself and reads the examples once", () => {
    const strategy = queriesOnly(context);
    const model = strategy.train(nothing, need, undefined);
    const progress = {
      pages: 1e6,
      drawn: 1e6,
      pagesAtTraining: 0,
      layerDone: true,
      types: new Map(),
    };
    assert.equal(strategy.isStale(progress, model), false);
    assert.deepEqual(strategy.train(nothing, need, model), model);
  });
});
