import assert from "node:assert/strict";
import { it } from "node:test";
import {
  aQueriedStack,
  documentedQuery,
  hasDuckDb,
  queryInDuckDb,
} from "../support/record-query.ts";

const PYTHON = process.env["TEST_PYTHON"] ?? "python3";
const skip = hasDuckDb(PYTHON) ? false : "DuckDB cannot be installed here";

it("DuckDB runs the query that docs/stack.md has for Athena on the files that a stack wrote", {
  skip,
}, async (test) => {
  const { folder, crawl, meant } = await aQueriedStack(test);
  assert.deepEqual(queryInDuckDb(PYTHON, folder, documentedQuery(crawl)), meant);
});
