import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  readCrawlDelays,
  readDiscoveredUrls,
} from "../../../../lib/adapters/sqlite/frontier/read-frontier.ts";
import { createSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../../../lib/adapters/sqlite/open-database.ts";
import { withCrawlDelay } from "../../../../lib/domain/web/politeness/crawl-delay.ts";
import {
  aLink,
  aPace,
  aPolicy,
  drawAll,
  fetched,
  urlOf,
} from "../../../contract/frontier-links.ts";

/** Two seeds on two hosts; the page of the first names two URLs, one of which is out of scope. */
async function aDatabase() {
  const database = openDatabase(":memory:");
  const frontier = createSqliteFrontier(database, aPolicy());
  await frontier.offer([aLink("a/1"), aLink("b/1", { priority: 0.5 })]);
  const [first, second] = await drawAll(frontier);
  assert.ok(first !== undefined && second !== undefined);
  const parent = urlOf("a/1");
  const links = [
    aLink("c/1", { depth: 1, parent, refusedBy: "host" }),
    aLink("a/2", { depth: 1, parent }),
  ];
  const pace = withCrawlDelay(aPace(100), 2_000, 9_000);
  await frontier.settle(first, fetched(first, 1, { links, pace }));
  await frontier.settle(second, fetched(second, 1));
  return database;
}

describe("what a run's database says of its past", () => {
  it("A run's database counts for each page the URLs discovered up to its last link in scope", async () => {
    assert.deepEqual([...readDiscoveredUrls(await aDatabase())], [["https://a/1", 4]]);
  });

  it("A run's database knows the crawl delays that hosts asked for", async () => {
    assert.deepEqual([...readCrawlDelays(await aDatabase())], [["a", 2_000]]);
  });
});
