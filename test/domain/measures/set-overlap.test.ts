import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setOverlap } from "../../../lib/domain/measures/document-overlap.ts";

describe("set overlap", () => {
  it("Set overlap is the size of the intersection ÷ the size of the union", () => {
    assert.equal(setOverlap(new Set(["a", "b"]), new Set(["b", "c", "d"])), 1 / 4);
    assert.equal(setOverlap(new Set(["a"]), new Set(["a"])), 1);
    assert.equal(setOverlap(new Set(), new Set()), 0);
  });
});
