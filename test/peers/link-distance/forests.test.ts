import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { forestPredictor } from "../../../peers/learners/random-forest.ts";
import { forestGrower } from "../../../peers/link-distance/forests.ts";
import { assertNear, rowOfNumbers } from "../../contract/learner.ts";
import { rowsOfDense } from "../../support/dense-rows.ts";

/** Forty pages, every other one with the first column, and a link to each that has the second instead. */
const KINDS = Array.from({ length: 40 }, (_, page) => page % 2);
const rows = {
  pages: rowsOfDense(Float64Array.from(KINDS.flatMap((kind) => [kind, 0])), 2),
  links: rowsOfDense(Float64Array.from(KINDS.flatMap((kind) => [0, kind])), 2),
  leadsTo: Int32Array.from(KINDS.keys()),
};
const labels = Float64Array.from(KINDS);

describe("the forests of pages and links", () => {
  it("The forests learn pages by their labels, and links by the labels of their target pages", () => {
    const { pages, links, error } = forestGrower(rows, 1)(labels);
    assertNear(forestPredictor(pages)(rowOfNumbers(1, 0)), 1, 1e-12);
    assertNear(forestPredictor(pages)(rowOfNumbers(0, 1)), 0, 1e-12);
    assertNear(forestPredictor(links)(rowOfNumbers(0, 1)), 1, 1e-12);
    assertNear(forestPredictor(links)(rowOfNumbers(1, 0)), 0, 1e-12);
    assertNear(error, 0, 1e-12);
  });

  it("The forests learn nothing from unlabelled pages and links to them, but predict them", () => {
    // The first twenty are all called worthless but for those without a label.
    const some = labels.map((label, page) => (page < 20 ? Number.NaN : 1 - label));
    const grown = forestGrower(rows, 1)(some);
    for (const page of [0, 1, 2, 3]) assertNear(grown.outOfBag[page] ?? 2, 1 - (page % 2), 1e-12);
    assertNear(forestPredictor(grown.links)(rowOfNumbers(0, 1)), 0, 1e-12);
    assertNear(grown.error, 0, 1e-12);
  });

  it("The forests know no error without labels and predict 0", () => {
    const { error, outOfBag } = forestGrower(rows, 1)(labels.map(() => Number.NaN));
    assert.equal(error, Number.POSITIVE_INFINITY);
    assert.ok(outOfBag.every((prediction) => prediction === 0));
  });

  it("The forests are the same under the same seed, and change with the seed", () => {
    const noisy = labels.map((label, page) => (label + (page % 7) / 7) / 2);
    const grown = forestGrower(rows, 1);
    assert.deepEqual(grown(noisy), forestGrower(rows, 1)(noisy));
    assert.notDeepEqual(grown(noisy).pages, forestGrower(rows, 2)(noisy).pages);
  });
});
