import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { withWrongVerdicts } from "../../../lib/domain/measures/sample-precision.ts";

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`);

describe("what wrong verdicts make of a share", () => {
  it("A share of 10 % that verdicts show as 14 % is found again", () => {
    const doubted = withWrongVerdicts({ share: 0.14 });
    near(doubted?.share, 0.1);
    near(doubted?.low, 0.09);
    near(doubted?.high, 0.19);
    // 4.5 of 14: verdicts on pages that are not relevant.
    near(doubted?.ofHits, 0.045 / 0.14);
  });

  it("A share as small as that of wrong verdicts may be nothing but these", () => {
    const doubted = withWrongVerdicts({ share: 0.05 });
    assert.deepEqual([doubted?.share, doubted?.low], [0, 0]);
    near(doubted?.ofHits, 1);
  });

  it("Without a verdict nothing is said, and without a relevant one nothing can be wrong about them", () => {
    assert.equal(withWrongVerdicts({ share: undefined }), undefined);
    assert.equal(withWrongVerdicts({ share: 0 })?.ofHits, 0);
  });

  it("Any true share is found behind what its verdicts show, and lies in the range", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, fc.double({ min: 0, max: 0.4, noNaN: true }), (share, wrong) => {
        const shown = share * (1 - wrong) + (1 - share) * wrong;
        const doubted = withWrongVerdicts({ share: shown }, wrong);
        near(doubted?.share, share);
        assert.ok((doubted?.low ?? 1) <= share + 1e-9 && (doubted?.high ?? 0) >= share - 1e-9);
      }),
      { seed: 1 },
    );
  });
});
