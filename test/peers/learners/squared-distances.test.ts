import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { packColumns } from "../../../lib/domain/stats/vector/columns.ts";
import { rowOf } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { squaredDistancesTo } from "../../../peers/learners/squared-distances.ts";
import { rowsOfDense } from "../../support/dense-rows.ts";

const WIDTH = 4;

describe("squared distances", () => {
  it("Squared distances use only the packed columns", () => {
    // The second column is empty: what the vector has there is left out.
    const distancesTo = squaredDistancesTo(
      packColumns(rowsOfDense(Float64Array.of(1, 0, 2, 0), 2)),
    );
    const vector = { columns: Int32Array.of(0, 1, 7), values: Float64Array.of(4, 100, 100) };
    assert.deepEqual(Array.from(distancesTo(vector)), [9, 4]);
  });

  it("Squared distances count a known column even when the rows have no entry in it", () => {
    const x = rowsOfDense(Float64Array.of(0, 0), 2);
    const distancesTo = squaredDistancesTo({ x, columns: Int32Array.of(3, 5) });
    const vector = { columns: Int32Array.of(3, 4, 5), values: Float64Array.of(1, 10, 2) };
    assert.deepEqual(Array.from(distancesTo(vector)), [5]);
  });

  it("Squared distances are the sums of the squared differences", () => {
    const numbers = fc.array(fc.integer({ min: -5, max: 5 }), {
      minLength: WIDTH,
      maxLength: WIDTH,
    });
    const property = fc.property(fc.array(numbers, { maxLength: 6 }), numbers, (rows, vector) => {
      const x = rowsOfDense(Float64Array.from(rows.flat()), WIDTH);
      const distancesTo = squaredDistancesTo({ x, columns: Int32Array.of(0, 1, 2, 3) });
      const sparse = rowOf(rowsOfDense(Float64Array.from(vector), WIDTH), 0);
      const wanted = rows.map((row) =>
        row.reduce((sum, value, at) => sum + (value - (vector[at] ?? 0)) ** 2, 0),
      );
      assert.deepEqual(Array.from(distancesTo(sparse)), wanted);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
