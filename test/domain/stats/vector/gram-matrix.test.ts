import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gramMatrix, rowGramMatrix } from "../../../../lib/domain/stats/vector/columns.ts";
import { rowsOfDense } from "../../../support/dense-rows.ts";

/** Rows (1, 2, 0), (0, 3, −1). */
const ROWS = rowsOfDense(Float64Array.of(1, 2, 0, 0, 3, -1), 3);

describe("gram matrix", () => {
  it("The Gram matrix holds the weighted products of the columns: worked by hand", () => {
    const gram = gramMatrix(ROWS, Float64Array.of(2, 1));
    assert.deepEqual(Array.from(gram), [2, 4, 0, 4, 17, -3, 0, -3, 1]);
  });

  it("The Gram matrix of the rows holds their products: worked by hand", () => {
    assert.deepEqual(Array.from(rowGramMatrix(ROWS)), [5, 6, 6, 10]);
  });
});
