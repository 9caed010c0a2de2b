import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  harvestCurve,
  harvestRate,
  targetRecall,
} from "../../../lib/domain/measures/harvest-rate.ts";
import { isLabelled, isTargetLine, parseTargetRule } from "../../../lib/domain/measures/truth.ts";
import { DowserError } from "../../../lib/errors.ts";
import {
  checkpointsOf,
  harvestWithin,
  targetsWithin,
} from "../../../peers/commands/compare/curve-points.ts";

describe("harvest", () => {
  it("Harvest rate is the number of target pages ÷ pages fetched", () => {
    assert.equal(harvestRate(3, 12), 0.25);
    assert.equal(harvestRate(0, 0), 0);
  });

  it("Target recall is null when no target is known", () => {
    assert.equal(targetRecall(3, 12), 0.25);
    assert.equal(targetRecall(3, undefined), null);
    assert.equal(targetRecall(0, 0), null);
  });

  it("Harvest within a number of pages counts pages that an ended crawl did not fetch as non-targets", () => {
    const curve = harvestCurve([true, false, true]);
    assert.deepEqual(
      [0, 1, 2, 3, 6].map((pages) => harvestWithin(curve, pages)),
      [0, 1, 0.5, 2 / 3, 1 / 3],
    );
    assert.equal(harvestWithin([], 5), 0);
  });

  it("Pages without a verdict count neither way in the harvest within a number of pages", () => {
    const curve = harvestCurve([true, undefined, false, undefined]);
    assert.deepEqual(curve, [
      [1, 1],
      [2, 1, 1],
      [3, 1, 1],
      [4, 1, 2],
    ]);
    assert.deepEqual(
      [1, 2, 3, 4].map((pages) => harvestWithin(curve, pages)),
      [1, 1, 0.5, 0.5],
    );
    assert.equal(targetsWithin(curve, 9), 1);
    assert.equal(harvestWithin(harvestCurve([undefined]), 1), 0);
  });

  it("Harvest is compared at a tenth, a quarter, a half and all of the budget, from one page on", () => {
    assert.deepEqual(
      checkpointsOf(200).map(({ pages }) => pages),
      [20, 50, 100, 200],
    );
    assert.deepEqual(
      checkpointsOf(1).map(({ pages }) => pages),
      [1, 1, 1, 1],
    );
  });

  it("The harvest curve has one point per page, never falls and ends at the totals", () => {
    const property = fc.property(fc.array(fc.boolean()), (hits) => {
      const curve = harvestCurve(hits);
      assert.equal(curve.length, hits.length);
      curve.forEach(([fetched, targets], index) => {
        assert.equal(fetched, index + 1);
        assert.equal(targets - (curve[index - 1]?.[1] ?? 0), hits[index] ? 1 : 0);
      });
    });
    fc.assert(property, { seed: 1 });
  });
});

describe("truth", () => {
  it("A target rule accepts any of its values and any member of a list", () => {
    const rule = parseTargetRule("kind =thread, profile");
    assert.equal(isTargetLine({ url: "u", kind: "profile" }, rule), true);
    assert.equal(isTargetLine({ url: "u", kind: ["list", "thread"] }, rule), true);
    assert.equal(isTargetLine({ url: "u", kind: "list" }, rule), false);
    assert.equal(isTargetLine({ url: "u" }, rule), false);
  });

  it("A field that a line has not is none, whatever objects have under its name", () => {
    const rule = parseTargetRule("constructor=x");
    assert.deepEqual(
      [isTargetLine({ url: "u" }, rule), isLabelled({ url: "u" }, rule)],
      [false, false],
    );
  });

  it("A target rule compares booleans and numbers as text, and nothing else", () => {
    assert.equal(
      isTargetLine({ url: "u", comments: true }, parseTargetRule("comments=true")),
      true,
    );
    assert.equal(
      isTargetLine({ url: "u", comments: null }, parseTargetRule("comments=null")),
      false,
    );
    assert.equal(isTargetLine({ url: "u", stars: 3 }, parseTargetRule("stars=3")), true);
  });

  it("A truth line is labelled by any value in the rule's field, except null", () => {
    const rule = parseTargetRule("kind=thread");
    const lines = [{ kind: "list" }, { kind: false }, { kind: [] }, { kind: null }, {}];
    assert.deepEqual(
      lines.map((line) => isLabelled({ url: "u", ...line }, rule)),
      [true, true, true, false, false],
    );
  });

  it("A target rule that cannot be parsed is reported with its expected form", () => {
    for (const text of ["", "kind", "=thread", "kind=", "kind=a,,b"]) {
      assert.throws(
        () => parseTargetRule(text),
        (error) => {
          assert.ok(error instanceof DowserError);
          assert.equal(error.code, "bad-target-rule");
          assert.equal(error.reaction, "fix-config");
          assert.equal(error.value, text);
          return true;
        },
      );
    }
  });
});
