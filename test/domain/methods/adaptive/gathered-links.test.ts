import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { fitLinkRows } from "../../../../lib/domain/methods/adaptive/link-estimator.ts";
import {
  eachLinkFeature,
  linkFeatures,
} from "../../../../lib/domain/methods/adaptive/link-features.ts";
import { NumberedLinks } from "../../../../lib/domain/methods/adaptive/numbered-links.ts";
import {
  crawledPairs,
  GatheredLinks,
  MISS_WEIGHT,
  type TrainingPair,
} from "../../../../lib/domain/methods/adaptive/training-pairs.ts";
import type { Miss } from "../../../../lib/domain/methods/strategy.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";
import { trainLinkEstimator } from "../../../support/train-link-estimator.ts";

const SETTINGS = {
  linkLearner: "ridge-regression",
  conformal: "strata",
  featuresOf: linkFeatures("all"),
} as const;

const texts = fc
  .array(fc.constantFrom("bee", "bees", "hive", "car", "road", "蜂", "the"), { maxLength: 6 })
  .map((words) => words.join(" "));
const letters = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const parents = fc.option(letters.map(nodeUrl), { nil: undefined });
const snippets = fc.option(
  fc.record({ anchor: texts, before: texts, after: texts, title: texts }),
  { nil: undefined },
);
const visits = fc
  .record({
    letter: letters,
    parent: parents,
    snippet: snippets,
    utility: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ letter, ...parts }) => aVisit(letter, "", parts));
const misses = fc
  .record({ letter: letters, parent: parents, snippet: snippets, location: parents })
  .map(({ letter, ...parts }) => ({ ...aMiss(letter, 0), ...parts }));

/** Links that led to no page nor to another link, as worth nothing. */
function missedPairs(missed: readonly Miss[]): TrainingPair[] {
  return missed.flatMap(({ url, parent, snippet, location }) =>
    location !== undefined || snippet === undefined
      ? []
      : [{ url, parent, snippet, reward: 0, weight: MISS_WEIGHT }],
  );
}

describe("GatheredLinks", () => {
  for (const isDelayed of [true, false]) {
    it(`Links gathered in parts train the model of the whole evidence in text, to the last bit (delayed ${isDelayed})`, () => {
      const parts = fc.array(
        fc.record({
          visits: fc.array(visits, { maxLength: 20 }),
          misses: fc.array(misses, { maxLength: 5 }),
        }),
        { maxLength: 4 },
      );
      const property = fc.property(parts, (added) => {
        const numbered = new NumberedLinks(eachLinkFeature("all"));
        const links = new GatheredLinks(numbered);
        for (const part of added) links.add(part);
        const pairs = [...links.crawled(isDelayed), ...links.missed()];
        const packed = pairs.map((pair) => pair.packed);
        const matrix = numbered.matrix(packed);
        const whole = [
          ...crawledPairs(
            added.flatMap((part) => part.visits),
            isDelayed,
          ),
          ...missedPairs(added.flatMap((part) => part.misses)),
        ];
        assert.deepEqual(
          fitLinkRows(matrix, pairs, SETTINGS, 1),
          trainLinkEstimator(whole, SETTINGS, 1),
        );
      });
      fc.assert(property, { seed: 1, numRuns: 100 });
    });
  }
});
