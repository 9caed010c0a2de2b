import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { gramMatrix, multiplyRows } from "../../../lib/domain/stats/vector/columns.ts";
import { product } from "../../../lib/domain/stats/vector/linear-solvers.ts";
import { rowCount, type SparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { type TruncatedSvd, truncatedSvd } from "../../../peers/link-distance/truncated-svd.ts";
import { assertNear } from "../../contract/learner.ts";
import { denseRows, rowsOfDense } from "../../support/dense-rows.ts";

const rowsOf = (width: number, ...values: readonly number[]): SparseRows =>
  rowsOfDense(Float64Array.from(values), width);

const someRows = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 5, maxLength: 30 }),
  )
  .map(([width, values]) => rowsOf(width, ...values.slice(values.length % width)));

const squares = (values: Float64Array): number => product(values, values);

/** ‖X − X·V·Vᵀ‖², of the first `rank` right singular vectors. */
function residual(x: SparseRows, { rightVectors }: TruncatedSvd, rank: number): number {
  const rest = denseRows(x);
  for (const vector of rightVectors.slice(0, rank))
    for (const [row, part] of multiplyRows(x, vector).entries())
      for (const [column, value] of vector.entries())
        rest[row * x.width + column] = (rest[row * x.width + column] ?? 0) - part * value;
  return squares(rest);
}

function assertOrthonormal(vectors: readonly Float64Array[]): void {
  for (const [row, a] of vectors.entries())
    for (const [column, b] of vectors.entries()) assertNear(product(a, b), row === column ? 1 : 0);
}

/** The `number`-th of `size` orthonormal cosines (Ahmed, Natarajan & Rao 1974), of which the first number is positive. */
function cosineVector(size: number, number: number): Float64Array {
  const norm = Math.sqrt((number === 0 ? 1 : 2) / size);
  return Float64Array.from(
    { length: size },
    (_, at) => norm * Math.cos((Math.PI * number * (2 * at + 1)) / (2 * size)),
  );
}

/** A matrix of which singular values and vectors are known: Σ valueₙ · uₙ · vₙᵀ. */
function matrixOf(height: number, width: number, values: readonly number[]): SparseRows {
  const dense = new Float64Array(height * width);
  for (const [number, value] of values.entries()) {
    const [left, right] = [cosineVector(height, number), cosineVector(width, number)];
    for (const [row, a] of left.entries())
      for (const [column, b] of right.entries())
        dense[row * width + column] = (dense[row * width + column] ?? 0) + value * a * b;
  }
  return rowsOfDense(dense, width);
}

describe("truncated SVD", () => {
  it("Truncated SVD of a diagonal matrix gives its greatest absolute values and their columns", () => {
    const x = rowsOf(4, 2, 0, 0, 0, 0, -7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5);
    const { width, singularValues, rightVectors } = truncatedSvd(x, { rank: 2, seed: 1 });
    assert.equal(width, 4);
    for (const [at, value] of [7, 5].entries()) assertNear(singularValues[at] ?? 0, value);
    for (const [at, column] of [1, 3].entries()) assertNear(rightVectors[at]?.[column] ?? 0, 1);
    assert.deepEqual([singularValues.length, rightVectors.length], [2, 2]);
  });

  it("Truncated SVD is correct, and the greatest numbers of its vectors are positive: worked by hand", () => {
    // Xᵀ·X = [[17, 6], [6, 8]] has the eigenvalues 20 and 5, of (2, 1) and (1, −2).
    const { singularValues, rightVectors } = truncatedSvd(rowsOf(2, 4, 2, 1, -2), {
      rank: 2,
      seed: 1,
    });
    const root = Math.sqrt(5);
    const expected = [
      [2 / root, 1 / root],
      [-1 / root, 2 / root],
    ];
    for (const [at, value] of [2 * root, root].entries())
      assertNear(singularValues[at] ?? 0, value);
    for (const [at, vector] of expected.entries())
      for (const [column, value] of vector.entries())
        assertNear(rightVectors[at]?.[column] ?? 0, value);
  });

  it("Truncated SVD finds few of many values, whether they fall fast or slowly", () => {
    for (const decay of [0.5, 0.8]) {
      const values = Array.from({ length: 40 }, (_, at) => decay ** at);
      const x = matrixOf(40, 60, values);
      const { singularValues, rightVectors } = truncatedSvd(x, { rank: 5, seed: 1 });
      assert.equal(singularValues.length, 5);
      for (const [at, value] of singularValues.entries()) {
        assertNear(value, values[at] ?? 0, 1e-6);
        const cosine = product(rightVectors[at] ?? new Float64Array(60), cosineVector(60, at));
        assertNear(Math.abs(cosine), 1, 1e-6);
      }
    }
  });

  it("Truncated SVD is near the optimum for a noise-like matrix (Halko et al. 2011, theorem 10.6)", () => {
    // Forty equal values: no five directions are better than others, and none may be worse.
    const x = matrixOf(
      40,
      60,
      Array.from({ length: 40 }, () => 1),
    );
    for (const value of truncatedSvd(x, { rank: 5, seed: 1 }).singularValues) assertNear(value, 1);
  });

  it("Truncated SVD has the traces of the Gram matrix: Σσ² = tr XᵀX, Σσ⁴ = tr (XᵀX)²", () => {
    const property = fc.property(someRows, fc.nat(), (x, seed) => {
      const { singularValues } = truncatedSvd(x, { rank: 10, seed });
      const gram = gramMatrix(x, new Float64Array(rowCount(x)).fill(1));
      const wanted = squares(gram);
      assertNear(squares(singularValues), squares(x.values), 1e-9 * (1 + squares(x.values)));
      assertNear(
        squares(singularValues.map((value) => value * value)),
        wanted,
        1e-9 * (1 + wanted),
      );
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Truncated SVD leaves the least error of its rank, in the other singular values (Eckart & Young 1936)", () => {
    const property = fc.property(someRows, fc.integer({ min: 1, max: 5 }), (x, rank) => {
      const all = truncatedSvd(x, { rank: 10, seed: 1 });
      const some = truncatedSvd(x, { rank, seed: 2 });
      const least = squares(all.singularValues.slice(rank));
      assertNear(residual(x, some, rank), least, 1e-8 * (1 + squares(x.values)));
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Truncated SVD has orthonormal vectors on which X has the length of the singular value", () => {
    const property = fc.property(someRows, (x) => {
      const { singularValues, rightVectors } = truncatedSvd(x, { rank: 3, seed: 1 });
      assertOrthonormal(rightVectors);
      for (const [at, vector] of rightVectors.entries()) {
        const image = multiplyRows(x, vector);
        assertNear(Math.sqrt(squares(image)), singularValues[at] ?? 0, 1e-6);
        assert.ok((singularValues[at] ?? 0) <= (singularValues[at - 1] ?? Infinity));
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Truncated SVD is the same under the same seed", () => {
    const x = matrixOf(20, 30, [3, 2, 1, 0.5]);
    const settings = { rank: 3, seed: 7 };
    assert.deepEqual(truncatedSvd(x, settings), truncatedSvd(x, settings));
  });

  it("Truncated SVD has as many values as the matrix has rank", () => {
    const same = [1, 2, 3, 4];
    const twice = truncatedSvd(rowsOf(4, ...same, ...same, 2, 4, 6, 8), { rank: 3, seed: 1 });
    assert.equal(twice.singularValues.length, 1);
    assertNear(twice.singularValues[0] ?? 0, Math.sqrt(30 * 6));
    assert.equal(
      truncatedSvd(matrixOf(20, 30, [3, 2, 1]), { rank: 9, seed: 1 }).rightVectors.length,
      3,
    );
  });

  it("Truncated SVD of an empty matrix is empty", () => {
    const none = { singularValues: new Float64Array(0), rightVectors: [] };
    for (const x of [rowsOf(3), rowsOf(3, 0, 0, 0, 0, 0, 0)])
      assert.deepEqual(truncatedSvd(x, { rank: 2, seed: 1 }), { width: 3, ...none });
  });
});
