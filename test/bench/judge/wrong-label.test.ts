import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { holdWrongLabel } from "../../../bench/judge/wrong-label.ts";
import {
  pagesOnBees,
  pagesOnCars,
} from "../../domain/methods/adaptive/page-estimator/some-pages.ts";

describe("wrong labels", () => {
  it("A wrong label is held back, and counted apart from right ones", () => {
    const [other, ...bad] = pagesOnCars(21);
    assert.ok(other !== undefined);
    const good = pagesOnBees(5);
    const held = holdWrongLabel({ good, bad, seen: [], other }, (labels) => labels.good.length);
    const counted = { isWrongHeld: true, isRightHeld: false, isRightHeldOfRight: false };
    const precisions = { right: 5, rightHeld: 5, wrong: 5, wrongHeld: 4, lookedAt: 4 };
    assert.deepEqual(held, { ...counted, ...precisions });
  });
});
