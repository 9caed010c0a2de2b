import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkLabels,
  learnedEstimation,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aPage } from "../../../../support/a-page.ts";
import { pagesOnBees, pagesOnCars } from "./some-pages.ts";

const estimation = learnedEstimation({ seed: 1 });
const labelled = aNeed({ good: pagesOnBees(5), bad: pagesOnCars(10) });
const onBees = aPage({ title: "Hive", mainText: "the hive of the queen and the honey" });

describe("learned estimation", () => {
  it("Learned estimation learns from good and bad pages and names its reasons", () => {
    const model = estimation.train(labelled, undefined);
    assert.equal(model.kind, "learned");
    const { utility, isTarget, why } = estimation.compile(model)(onBees);
    assert.equal(isTarget, true);
    assert.ok(why.startsWith(`learned ${utility.toFixed(3)}: `), why);
    assert.match(why, /body: (?:hive|queen|honei)/);
  });

  it("Learned estimation names reasons against a page", () => {
    const assess = estimation.compile(estimation.train(labelled, undefined));
    assert.match(
      assess(aPage({ mainText: "the road and the fuel" })).why,
      /lowered by .*body: (?:road|fuel)/,
    );
  });

  it("Learned estimation reports when it knows nothing on a page", () => {
    const assess = estimation.compile(estimation.train(labelled, undefined));
    assert.match(assess(aPage()).why, /^learned 0\.\d{3}, nothing known on it$/);
  });

  it("Learned estimation obeys the need's threshold", () => {
    const strict = estimation.train({ ...labelled, threshold: 0.9999 }, undefined);
    assert.equal(estimation.compile(strict)(onBees).isTarget, false);
  });

  it("Learned estimation asks for pages seen wherever words judge", () => {
    const asks = (need: typeof labelled) => estimation.learnsFromSeen?.(need) ?? false;
    assert.equal(asks(labelled), true);
    assert.equal(asks(aNeed({ topic: "hive" })), true);
    assert.equal(asks(aNeed({ good: pagesOnBees(2), bad: pagesOnCars(10) })), false);
  });

  it("Learned estimation counts a word for less when pages seen all have it", () => {
    const utility = (seen: readonly PageView[]) => {
      const assess = estimation.compile(estimation.train({ ...labelled, seen }, undefined));
      return assess(aPage({ mainText: "the hive in a field of grass and stone" })).utility;
    };
    const everywhere = pagesOnCars(30).map((page) => ({
      ...page,
      mainText: `${page.mainText} hive`,
    }));
    assert.ok(utility(everywhere) < utility(pagesOnCars(30)));
  });

  it("Learned estimation uses similarity when too few pages are labelled", () => {
    const few = [
      ["words", aNeed({ topic: "hive" })],
      ["words", aNeed({ good: pagesOnBees(5) })],
      ["similarity", aNeed({ good: pagesOnBees(2), bad: pagesOnCars(10) })],
    ] as const;
    for (const [kind, need] of few) {
      const model = estimation.train(need, undefined);
      assert.equal(model.kind, kind);
      const assess = estimation.compile(model);
      assert.ok(assess(onBees).utility > assess(aPage({ mainText: "the road" })).utility);
    }
  });

  it("Learned estimation describes in one clause how it judges with too few labels", () => {
    assert.equal(checkLabels(labelled), undefined);
    assert.equal(
      checkLabels(aNeed({ topic: "hive" })),
      "need.good names 0 of at least 3 pages: until more pages are labelled, pages are judged by their similarity to the topic",
    );
    assert.equal(
      checkLabels(aNeed({ good: pagesOnBees(5) })),
      "need.bad names 0 of at least 3 pages: until more pages are labelled, pages are judged by their similarity to the good examples",
    );
    assert.match(checkLabels(aNeed()) ?? "", /every page counts as relevant$/);
  });
});
