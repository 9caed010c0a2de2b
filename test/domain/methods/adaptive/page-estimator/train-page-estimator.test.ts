import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compilePageEstimator,
  type LearnedPages,
  PAGE_LEARNER,
  type PageEstimatorSettings,
  trainPageEstimator,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/page-estimator.ts";
import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import type { Learner, Samples } from "../../../../../lib/domain/stats/learner/learner.ts";
import { aPage } from "../../../../support/a-page.ts";
import { pagesOnBees, pagesOnCars } from "./some-pages.ts";

const SETTINGS = { threshold: 0.5, seed: 1 };

const labelled = (pages: readonly PageView[], label: number) =>
  pages.map((view) => ({ view, label }));
const examples = [...labelled(pagesOnBees(12), 1), ...labelled(pagesOnCars(24), 0)];

function train(parts: Partial<PageEstimatorSettings> = {}): LearnedPages {
  return trainPageEstimator(examples, { ...SETTINGS, ...parts });
}

/** As a crawl does that stores its models. */
function stored(model: LearnedPages): LearnedPages {
  return structuredClone(model);
}

/** Share of unseen pages that are judged rightly. */
function accuracy(model: LearnedPages): number {
  const estimate = compilePageEstimator(stored(model));
  const bees = pagesOnBees(20, 2).filter((page) => estimate(page).isTarget);
  const cars = pagesOnCars(20, 2).filter((page) => !estimate(page).isTarget);
  return (bees.length + cars.length) / 40;
}

describe("page estimator", () => {
  it("The page estimator judges pages that it has not seen", () => {
    assert.ok(accuracy(train()) >= 0.75);
  });

  it("The page estimator gives the same model for the same pages", () => {
    assert.deepEqual(train(), train());
  });

  it("The page estimator is a JSON value", () => {
    const model = train();
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
  });

  it("The page estimator gives utilities in [0,1] to any page", () => {
    const estimate = compilePageEstimator(train());
    const phrases = Array.from({ length: 10_000 }, (_, at) => `word${at} the`).join(", ");
    const pages = [
      aPage(),
      aPage({ mainText: "养蜂场的蜂蜜", language: "zh" }),
      aPage({ mainText: "honey", language: "xx-unknown" }),
      aPage({ mainText: phrases }),
      aPage({ mainText: "hive honey swarm queen wax pollen ".repeat(1_000) }),
    ];
    for (const page of pages) {
      const { utility, isTarget } = estimate(page);
      assert.ok(utility >= 0 && utility <= 1, `${utility}`);
      assert.equal(isTarget, utility >= 0.5);
    }
  });

  it("The page estimator uses the threshold as the least utility of a target", () => {
    const [page] = pagesOnBees(1, 2);
    assert.ok(page !== undefined);
    const { utility } = compilePageEstimator(train())(page);
    const strict = compilePageEstimator({ ...train(), threshold: utility + 0.001 });
    const mild = compilePageEstimator({ ...train(), threshold: utility });
    assert.deepEqual([strict(page).isTarget, mild(page).isTarget], [false, true]);
  });

  it("The page estimator learns from pages without a word", () => {
    const blank = [...labelled([aPage(), aPage(), aPage()], 1), ...labelled([aPage(), aPage()], 0)];
    const model = trainPageEstimator(blank, SETTINGS);
    const { utility } = compilePageEstimator(model)(aPage({ mainText: "honey" }));
    assert.ok(utility >= 0 && utility <= 1);
  });

  it("The page estimator learns from labels between good and bad", () => {
    const graded = examples.map(({ view, label }, at) => ({
      view,
      label: label === 1 ? 0.6 + 0.01 * at : 0.2,
    }));
    const estimate = compilePageEstimator(trainPageEstimator(graded, SETTINGS));
    const mean = (pages: readonly PageView[]) =>
      pages.reduce((sum, page) => sum + estimate(page).utility, 0) / pages.length;
    assert.ok(mean(pagesOnBees(10, 2)) > mean(pagesOnCars(10, 2)) + 0.2);
  });

  it("The page estimator names the strongest reasons first", () => {
    const estimate = compilePageEstimator(train({}));
    const { signs } = estimate(aPage({ mainText: "page honey road" }));
    const weights = signs.map(({ weight }) => Math.abs(weight));
    assert.deepEqual(
      weights,
      weights.toSorted((a, b) => b - a),
    );
    assert.ok((signs.find(({ feature }) => feature === "body: honei")?.weight ?? 0) > 0);
    assert.ok((signs.find(({ feature }) => feature === "body: road")?.weight ?? 0) < 0);
  });

  it("The page estimator never reverses the order of predictions, even for meaningless labels", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const [good, bad] = [pagesOnCars(3, seed), pagesOnCars(15, seed + 10)];
      const { calibration } = trainPageEstimator([...labelled(good, 1), ...labelled(bad, 0)], {
        ...SETTINGS,
      });
      assert.ok(calibration === null || calibration.slope < 0, `seed ${seed}`);
    }
  });

  it("The page estimator gives utilities that are probabilities, so sure cases differ from doubtful ones", () => {
    const estimate = compilePageEstimator(train({}));
    const both = aPage({ title: "honey road", mainText: "hive honey wheel road page news" });
    const utilities = [...pagesOnBees(1, 2), both, ...pagesOnCars(1, 2)].map(
      (page) => estimate(page).utility,
    );
    const [bees = 0, doubtful = 0, cars = 0] = utilities;
    assert.ok(bees > 0.8 && cars < 0.1, `${bees} ${cars}`);
    assert.ok(doubtful < bees && doubtful > cars);
  });

  it("The page estimator measures by the predictions of its calibration how well labels tell pages apart", () => {
    const { quality } = train({});
    assert.deepEqual(quality && { ...quality, low: 0, high: 0 }, {
      ...{ auc: 1, low: 0, high: 0, good: 12, bad: 24, hosts: 1 },
      contradicting: [],
    });
  });

  it("The page estimator learns once for each fold and once from all, with its measurement", () => {
    let fits = 0;
    const learner: Learner = {
      ...PAGE_LEARNER,
      fit: (samples: Samples) => {
        fits += 1;
        return PAGE_LEARNER.fit(samples);
      },
    };
    train({ learner });
    assert.equal(fits, 10 + 1);
  });

  it("The page estimator says that labels without meaning tell pages apart badly", () => {
    const mixed = [...pagesOnBees(12), ...pagesOnCars(12)];
    const meaningless = mixed.map((view, at) => ({ view, label: at % 2 }));
    const { quality } = trainPageEstimator(meaningless, SETTINGS);
    assert.ok(quality?.auc !== null && quality?.auc !== undefined && quality.auc < 0.75);
    assert.deepEqual(quality.contradicting, []);
  });
});
