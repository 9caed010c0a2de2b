import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { addTimes, product } from "../../../../lib/domain/stats/vector/linear-solvers.ts";
import { orthonormalise } from "../../../../peers/link-distance/truncated-svd.ts";
import { assertNear } from "../../../contract/learner.ts";

describe("orthonormal basis", () => {
  it("orthonormalise rotates two vectors of the plane: worked by hand", () => {
    const [first, second] = orthonormalise([Float64Array.of(3, 4), Float64Array.of(5, 0)]);
    for (const [at, wanted] of [0.6, 0.8].entries()) assertNear(first?.[at] ?? 0, wanted);
    for (const [at, wanted] of [0.8, -0.6].entries()) assertNear(second?.[at] ?? 0, wanted);
  });

  it("orthonormalise leaves out zeros and vectors that depend on earlier ones", () => {
    const basis = orthonormalise([
      Float64Array.of(0, 0, 0),
      Float64Array.of(1, 2, 3),
      Float64Array.of(0.1, 0.2, 0.3),
      Float64Array.of(0, 0, 1e-9),
    ]);
    assert.equal(basis.length, 2);
    assert.deepEqual(orthonormalise([]), []);
  });

  it("orthonormalise stays accurate when vectors are almost equal", () => {
    // Läuchli's example, in which taking parts out once is off by 0.7.
    const e = 1e-8;
    const basis = orthonormalise([
      Float64Array.of(1, e, 0, 0),
      Float64Array.of(1, 0, e, 0),
      Float64Array.of(1, 0, 0, e),
    ]);
    assert.equal(basis.length, 3);
    assertOrthonormal(basis, 1e-14);
  });

  it("orthonormalise spans the original vectors", () => {
    const property = fc.property(
      fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 }), {
        maxLength: 6,
      }),
      (vectors) => {
        const basis = orthonormalise(vectors.map((vector) => Float64Array.from(vector)));
        assertOrthonormal(basis, 1e-12);
        for (const vector of vectors) {
          const rest = Float64Array.from(vector);
          for (const unit of basis) addTimes(rest, -product(rest, unit), unit);
          assertNear(product(rest, rest), 0);
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});

function assertOrthonormal(basis: readonly Float64Array[], tolerance: number): void {
  for (const [row, a] of basis.entries())
    for (const [column, b] of basis.entries())
      assertNear(product(a, b), row === column ? 1 : 0, tolerance);
}
