import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { datasetOf } from "../../../bench/adaptive/dataset.ts";
import {
  ARTICLES,
  GIVEN,
  reachTasks,
  rootTasks,
  UCI,
  USAGOV,
} from "../../../bench/adaptive/reach-tasks.ts";
import { isRecorded } from "../../../bench/known-web/labelled-web.ts";
import { GOVERNMENT } from "../../../bench/known-web/site.ts";

const FEW = { good: 5, bad: 20, wrong: 0 };
const skip = isRecorded(GOVERNMENT) ? false : "the corpora lie beside this repository";

describe("tasks of crawls by what a user gives", () => {
  it("A task has either a topic or labels, never both", () => {
    for (const web of [UCI, USAGOV, ARTICLES])
      for (const given of GIVEN.values())
        for (const { topic, labels } of reachTasks(web, given, 1))
          assert.equal(topic === undefined, labels.good > 0);
  });

  it("A task from the root alone has examples of the other universities", () => {
    for (const { site, starts, labelledSites } of rootTasks(FEW, 1)) {
      assert.equal(starts, "root");
      assert.ok(labelledSites.every(({ name }) => name !== site.name));
    }
  });

  it("A class with fewer pages than examples keeps half of them as targets", { skip }, async () => {
    const tasks = reachTasks(USAGOV, { good: 40, bad: 200, wrong: 0 }, 1);
    const task = tasks.find(({ need }) => need === "taxes");
    assert.ok(task !== undefined);
    const { need, targets } = await datasetOf(task);
    assert.equal(need.good.length, targets.size);
  });

  it("A wrong label takes the place of a right one, and the others stay", { skip }, async () => {
    const goodOf = async (wrong: number) => {
      const tasks = reachTasks(USAGOV, { ...FEW, wrong }, 1);
      const task = tasks.find(({ need }) => need === "taxes");
      assert.ok(task !== undefined);
      const { need, known } = await datasetOf(task);
      const classes = need.good.map(({ url }) => known.classesOf.get(url)?.has("taxes"));
      return { urls: need.good.map(({ url }) => url), classes, bad: need.bad.length };
    };
    const [right, wrong] = [await goodOf(0), await goodOf(1)];
    assert.deepEqual(right.classes, [true, true, true, true, true]);
    assert.deepEqual(wrong.classes, [true, true, true, true, false]);
    assert.deepEqual(wrong.urls.slice(0, 4), right.urls.slice(1));
    assert.deepEqual([right.bad, wrong.bad], [20, 20]);
  });
});
