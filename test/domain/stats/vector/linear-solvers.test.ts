import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  factorCholesky,
  inverseDiagonal,
  invertCholesky,
  solveCholesky,
} from "../../../../lib/domain/stats/vector/linear-solvers.ts";
import { assertNear } from "../../../contract/learner.ts";

describe("Cholesky factor", () => {
  it("The Cholesky factor is that of a published example", () => {
    const matrix = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98);
    const { lower } = factorCholesky(matrix, 3, 1e-9);
    assert.deepEqual(
      [0, 3, 4, 6, 7, 8].map((at) => lower[at]),
      [2, 6, 1, -8, 5, 3],
    );
  });

  it("The Cholesky factor solves a system: worked by hand", () => {
    // [[4, 2], [2, 3]]·(1, 2) = (8, 8).
    const factor = factorCholesky(Float64Array.of(4, 2, 2, 3), 2, 1e-9);
    const [first = 0, second = 0] = solveCholesky(factor, Float64Array.of(8, 8));
    assertNear(first, 1);
    assertNear(second, 2);
  });

  it("The Cholesky factor raises pivots that rounding took below the least eigenvalue", () => {
    // Twice the same row: the second pivot is 0, or whatever rounding makes of it.
    const factor = factorCholesky(Float64Array.of(1, 1, 1, 1), 2, 0.25);
    assert.equal(factor.lower[3], 0.5);
  });

  it("The Cholesky factor reproduces the matrix, its solution and its inverse at any order", () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 121, maxLength: 121 }),
      (order, numbers) => {
        const at = (row: number, column: number) => numbers[row * order + column] ?? 0;
        const indices = Array.from({ length: order }, (_, index) => index);
        const matrix = Float64Array.from({ length: order * order }, (_, place) => {
          const [row, column] = [Math.floor(place / order), place % order];
          const product = indices.reduce((sum, k) => sum + at(row, k) * at(column, k), 0);
          return product + (row === column ? 1 : 0);
        });
        const factor = factorCholesky(matrix.slice(), order, 1);
        const b = Float64Array.from(indices, (index) => index - 2);
        const x = solveCholesky(factor, b);
        const inverse = invertCholesky(factor);
        for (const [row, own] of inverseDiagonal(factor).entries())
          assertNear(own, inverse[row * (order + 1)] ?? 0, 1e-9);
        for (const row of indices) {
          const line = matrix.subarray(row * order, (row + 1) * order);
          const image = (v: (column: number) => number) =>
            line.reduce((sum, value, column) => sum + value * v(column), 0);
          assertNear(
            image((column) => x[column] ?? 0),
            b[row] ?? 0,
            1e-7,
          );
          for (const other of indices)
            assertNear(
              image((column) => inverse[column * order + other] ?? 0),
              row === other ? 1 : 0,
              1e-7,
            );
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
