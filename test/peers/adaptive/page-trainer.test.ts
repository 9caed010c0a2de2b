import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { type PageVariant, pageTrainer } from "../../../peers/adaptive/page-trainer.ts";
import { LEARNER_NAMES, type LearnerName } from "../../../peers/learners/create-learner.ts";
import {
  pagesOnBees,
  pagesOnCars,
} from "../../domain/methods/adaptive/page-estimator/some-pages.ts";
import { aPage } from "../../support/a-page.ts";

const VARIANTS = ["paper", "dowser"] as const;
/**
 * Learners that each variant is tried with. Least median of squares is not among them: it takes what is
 * less than half of the pages, such as the good ones, for outliers.
 */
const LEARNERS = {
  paper: LEARNER_NAMES.filter((name) => name !== "least-median-of-squares"),
  dowser: ["ridge-regression", "elastic-net", "additive-regression", "random-forest"],
} as const;
const SETTINGS = { threshold: 0.5, seed: 1 };

const labelled = (pages: readonly PageView[], label: number) =>
  pages.map((view) => ({ view, label }));
const examples = [...labelled(pagesOnBees(12), 1), ...labelled(pagesOnCars(24), 0)];

function train(
  variant: PageVariant,
  learner: LearnerName | "auto" = "ridge-regression",
  pages = examples,
) {
  const trainer = pageTrainer(variant, learner);
  const model = trainer.train(pages, SETTINGS, []);
  /** As a crawl does that stores its models. */
  const compiled = (threshold = model.threshold) =>
    trainer.compile(structuredClone({ ...model, threshold }));
  return { model, compiled };
}

/** Share of unseen pages that are judged rightly. */
function accuracy({ compiled }: ReturnType<typeof train>): number {
  const estimate = compiled();
  const bees = pagesOnBees(20, 2).filter((page) => estimate(page).isTarget);
  const cars = pagesOnCars(20, 2).filter((page) => !estimate(page).isTarget);
  return (bees.length + cars.length) / 40;
}

for (const variant of VARIANTS) {
  describe(`page estimator, ${variant}`, () => {
    for (const learner of LEARNERS[variant]) {
      it(`The ${variant} page estimator judges pages that it has not seen, by ${learner}`, () => {
        const rate = accuracy(train(variant, learner));
        assert.ok(rate >= 0.75, `${rate}`);
      });
    }

    it(`The ${variant} page estimator chooses a learner by cross-validation`, () => {
      const trained = train(variant, "auto");
      assert.ok(LEARNER_NAMES.some((name) => name === trained.model.learner));
      assert.ok(accuracy(trained) >= 0.9);
    });

    it(`The ${variant} page estimator gives the same model for the same pages`, () => {
      assert.deepEqual(train(variant).model, train(variant).model);
    });

    it(`The ${variant} page estimator is a JSON value`, () => {
      const { model } = train(variant);
      assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    });

    it(`The ${variant} page estimator gives utilities in [0,1] to any page`, () => {
      const estimate = train(variant).compiled();
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

    it(`The ${variant} page estimator uses the threshold as the least utility of a target`, () => {
      const [page] = pagesOnBees(1, 2);
      assert.ok(page !== undefined);
      const { utility } = train(variant).compiled()(page);
      const strict = train(variant).compiled(utility + 0.001);
      const mild = train(variant).compiled(utility);
      assert.deepEqual([strict(page).isTarget, mild(page).isTarget], [false, true]);
    });

    it(`The ${variant} page estimator learns from pages without a word`, () => {
      const blank = [
        ...labelled([aPage(), aPage(), aPage()], 1),
        ...labelled([aPage(), aPage()], 0),
      ];
      const estimate = train(variant, "ridge-regression", blank).compiled();
      const { utility } = estimate(aPage({ mainText: "honey" }));
      assert.ok(utility >= 0 && utility <= 1);
    });

    it(`The ${variant} page estimator learns from labels between good and bad`, () => {
      const graded = examples.map(({ view, label }, at) => ({
        view,
        label: label === 1 ? 0.6 + 0.01 * at : 0.2,
      }));
      const estimate = train(variant, "ridge-regression", graded).compiled();
      const mean = (pages: readonly PageView[]) =>
        pages.reduce((sum, page) => sum + estimate(page).utility, 0) / pages.length;
      assert.ok(mean(pagesOnBees(10, 2)) > mean(pagesOnCars(10, 2)) + 0.2);
    });
  });
}

describe("page estimator as published", () => {
  it("The published page estimator ignores pages seen, and measures no quality of labels", () => {
    assert.equal(pageTrainer("paper", "auto").ignoresSeen, true);
    assert.equal(pageTrainer("dowser", "auto").ignoresSeen, undefined);
    assert.equal(train("paper").model.quality, undefined);
    assert.equal(train("dowser", "elastic-net").model.quality?.auc, 1);
  });
});
