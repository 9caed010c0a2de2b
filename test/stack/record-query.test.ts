import assert from "node:assert/strict";
import { it } from "node:test";
import {
  aQueriedStack,
  documentedQuery,
  hasDuckDb,
  queryInDuckDb,
} from "../support/record-query.ts";

it("The query that docs/stack.md has for Athena gives the hosts with most targets of one crawl, from the files that a stack wrote", async (test) => {
  const { folder, crawl, rows, meant } = await aQueriedStack(test);
  const sql = documentedQuery(crawl);
  assert.match(sql, /crawl = 'bees-/);
  assert.equal(meant.length, 5);
  assert.ok(rows.some(({ reason }) => reason !== "page"));
  if (hasDuckDb("python3")) assert.deepEqual(queryInDuckDb("python3", folder, sql), meant);
  else test.diagnostic("python3 has no DuckDB: npm run test:python runs the query itself");
});
