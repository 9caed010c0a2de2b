import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fMeasure } from "../../../bench/source/entropy.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe("fMeasure", () => {
  it("fMeasure gives the published F of a published precision and recall", () => {
    // Xu, Gao & Callan 2018, table 3: SOUrCe on ASP, valid ratio and recall, F 0.4833 to four digits.
    assert.equal(fMeasure(0.9988, 0.3187).toFixed(3), "0.483");
    // Table 4: TPM on YouTube details.
    assert.equal(fMeasure(0.994, 0.752).toFixed(3), "0.856");
  });

  it("fMeasure is 0 when nothing was found", () => {
    assert.equal(fMeasure(0, 0), 0);
    assert.equal(fMeasure(1, 0), 0);
  });

  it("fMeasure lies between precision and recall and is symmetric", () => {
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const f = fMeasure(a, b);
        assert.ok(f >= Math.min(a, b) - 1e-12 && f <= Math.max(a, b) + 1e-12);
        assert.equal(f, fMeasure(b, a));
      }),
      { seed: 1 },
    );
  });
});
