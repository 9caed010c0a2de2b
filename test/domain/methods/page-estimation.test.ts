import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { learnedPages } from "../../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { learnedOnce, topicEstimation } from "../../../lib/domain/methods/page-estimation.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { pagesBy } from "../../../peers/adaptive/page-trainer.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

describe("a page judgement that is trained once per need", () => {
  it("A page judgement learns from the pages seen while its need has words and no bad page, except as published", () => {
    const page = aPage({ url: aUrl("http://a.example/1") });
    const { learnsFromSeen } = learnedPages(1);
    for (const need of [{ topic: "bees" }, { good: [page] }])
      assert.equal(learnsFromSeen?.(aNeed(need)), true);
    for (const need of [{ topic: "bees", bad: [page] }, {}])
      assert.equal(learnsFromSeen?.(aNeed(need)), false);
    assert.equal(pagesBy("ridge-regression", 1, "paper").learnsFromSeen, undefined);
    assert.equal(topicEstimation.learnsFromSeen?.(aNeed({ topic: "bees" })), true);
  });

  it("A page judgement is trained again when the topic, a label, the threshold or the sample of pages seen changes", () => {
    let trainings = 0;
    const estimation = learnedOnce({
      train: () => {
        trainings += 1;
        return trainings;
      },
      compile: () => () => assert.fail(),
    });
    const page = aPage({ url: aUrl("http://a.example/1") });
    const changes: readonly Partial<Need>[] = [
      ...[{ topic: "bees" }, { threshold: 0.5 }, { good: [page] }, { bad: [page] }],
      ...[{ seen: [page] }, { seen: [page, aPage({ url: aUrl("http://a.example/2") })] }],
    ];
    for (const change of changes) {
      const before = trainings;
      const first = estimation.train(aNeed(), undefined);
      const second = estimation.train(aNeed(change), first);
      assert.equal(trainings, before + 2, JSON.stringify(Object.keys(change)));
      assert.equal(estimation.train(aNeed(change), second), second);
    }
  });
});
