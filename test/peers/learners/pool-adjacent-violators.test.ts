import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sum } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { poolAdjacentViolators } from "../../../peers/learners/isotonic-regression.ts";

const unweighted = (...y: readonly number[]): number[] =>
  Array.from(poolAdjacentViolators(Float64Array.from(y), new Float64Array(y.length).fill(1)));

const rounded = (numbers: readonly number[]): number[] =>
  numbers.map((number) => Math.round(number * 1e9) / 1e9);

describe("pool adjacent violators", () => {
  it("Pool adjacent violators fits the example of R's isoreg", () => {
    assert.deepEqual(
      rounded(unweighted(1, 0, 4, 3, 3, 5, 4, 2, 0)),
      [0.5, 0.5, 3, 3, 3, 3, 3, 3, 3],
    );
  });

  it("Pool adjacent violators fits the example of scikit-learn's isotonic_regression", () => {
    const [low, high] = [2.75, Math.round((44 / 6) * 1e9) / 1e9];
    assert.deepEqual(rounded(unweighted(5, 3, 1, 2, 8, 10, 7, 9, 6, 4)), [
      ...[low, low, low, low],
      ...[high, high, high, high, high, high],
    ]);
  });

  it("Pool adjacent violators leaves increasing numbers unchanged", () => {
    assert.deepEqual(unweighted(-1, 0, 0, 2), [-1, 0, 0, 2]);
    assert.deepEqual(unweighted(), []);
  });

  it("Pool adjacent violators counts numbers by their weight: worked by hand", () => {
    // 3·4 and 1·0 pool to 3, which is less than 5.
    const fitted = poolAdjacentViolators(Float64Array.of(4, 0, 5), Float64Array.of(3, 1, 1));
    assert.deepEqual(Array.from(fitted), [3, 3, 5]);
  });

  it("Pool adjacent violators gives the nearest non-decreasing sequence with the same weighted sum", () => {
    const numbers = fc.array(
      fc.record({
        y: fc.integer({ min: -5, max: 5 }),
        weight: fc.constantFrom(0.5, 1, 3),
        rise: fc.constantFrom(0, 0.25, 1),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const property = fc.property(numbers, fc.integer({ min: -5, max: 5 }), (list, from) => {
      const y = Float64Array.from(list, (one) => one.y);
      const weights = Float64Array.from(list, (one) => one.weight);
      const fitted = poolAdjacentViolators(y, weights);
      const squares = (other: Float64Array) =>
        sum(other.map((value, at) => (weights[at] ?? 0) * (value - (y[at] ?? 0)) ** 2));
      let height = from;
      const other = Float64Array.from(list, ({ rise }) => (height += rise));
      assert.ok(fitted.every((value, at) => at === 0 || value >= (fitted[at - 1] ?? 0)));
      const products = (values: Float64Array) =>
        sum(values.map((value, at) => value * (weights[at] ?? 0)));
      assert.ok(Math.abs(products(fitted) - products(y)) < 1e-9);
      assert.ok(squares(fitted) <= squares(other) + 1e-9);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
