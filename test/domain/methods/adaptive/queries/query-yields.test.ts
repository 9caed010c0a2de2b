import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { queryYields } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";

const snippet = (query?: string) => {
  const found = query === undefined ? {} : { query };
  return { anchor: "", before: "", after: "", title: "", ...found };
};

describe("the yield of a query", () => {
  it("The yield of a query is the utility of its fetched results, without other pages", () => {
    const visits = [
      { snippet: snippet("bees"), utility: 0.5 },
      { snippet: undefined, utility: 1 },
      { snippet: snippet("wasps"), utility: 0 },
      { snippet: snippet(), utility: 1 },
      { snippet: snippet("bees"), utility: 0.25 },
    ];
    assert.deepEqual(queryYields(visits), [
      { query: "bees", results: 2, utility: 0.75 },
      { query: "wasps", results: 1, utility: 0 },
    ]);
    assert.deepEqual(queryYields([]), []);
  });
});
