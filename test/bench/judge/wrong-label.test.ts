import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nameWrongLabel } from "../../../bench/judge/wrong-label.ts";
import {
  pagesOnBees,
  pagesOnCars,
} from "../../domain/methods/adaptive/page-estimator/some-pages.ts";

describe("wrong labels", () => {
  it("A wrong label is counted apart from right ones that are named", () => {
    const [other, ...bad] = pagesOnCars(21);
    assert.ok(other !== undefined);
    const named = nameWrongLabel({ good: pagesOnBees(5), bad, seen: [], other }, 1);
    assert.deepEqual(named, { isWrongNamed: true, rightNamed: 0, rightNamedOfRight: 0 });
  });
});
