import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import type { Item } from "../../lib/adapters/aws/dynamo-table.ts";
import { listedPage } from "../../lib/domain/page/page-record.ts";
import { LISTING_FORMS, type ListedCrawl } from "../../lib/ports/page-listing.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { memoryTable } from "../support/memory-table.ts";
import { CALM, CRUEL, type Faults } from "../support/mortal-processes.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";
import { movingSeeds } from "../support/slow.ts";

const PAGES = 40;
const url = (page: number) => `http://bees.example/${page % PAGES}`;
const WEB = scriptedWeb(
  Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) => [
      url(page),
      linking(url(2 * page + 1), url(2 * page + 2), "http://bees.example/absent"),
    ]),
  ),
);

const hurried = { now: () => 0, waitUntil: async () => {} };

/** Runs a crawl whose pages are listed in a table; the planner may die at each request to it. */
async function crawled(records: ListedCrawl["records"], seed: number, faults: Faults) {
  const plan = aPlan({ seeds: [aUrl(url(0))] });
  const stack = new SimulatedStack(plan, WEB, seed, faults, 1_000);
  const items = new Map<string, Item>();
  stack.listingOf = (crawl, life) => {
    const { table } = memoryTable(items, () => stack.processes.mayDie("planner", life));
    return createDynamoPageListing(table, hurried, crawl);
  };
  const order = { crawl: "bees-1", requested: "run", plan: "plans/1" } as const;
  await stack.crawl({ ...order, ...(records && { records }) });
  const { records: kept, close } = await stack.stored();
  const done = (await collect(kept.list())).map(listedPage);
  close();
  const { status } = await stack.state();
  const listing = createDynamoPageListing(memoryTable(items).table, hurried, {
    crawl: order.crawl,
    ...(records && { records }),
  });
  const upTo = status?.listedRecords ?? 0;
  const listed = await listing.select({}, { after: 0, upTo, limit: 1_000 });
  return { items, done, listed, state: status?.state };
}

const partitionsOf = (items: ReadonlyMap<string, Item>) =>
  new Set(Array.from(items.values(), ({ pk }) => pk?.S));

describe("a crawl whose pages are listed in a table", () => {
  for (const records of LISTING_FORMS) {
    it(`Its list (${records}) has each page once as the crawl has it, whatever dies and comes twice`, async () => {
      for (const seed of movingSeeds(4, 400)) {
        const { done, listed, state } = await crawled(records, seed, CRUEL);
        assert.equal(state, "finished", `seed ${seed}`);
        assert.equal(done.length, PAGES + 1, `seed ${seed}`);
        assert.deepEqual(listed, done, `seed ${seed}`);
      }
    });
  }

  it("A crawl that an older version began goes on in the place that all crawls had", async () => {
    const { items, done, listed } = await crawled(undefined, 1, CALM);
    assert.deepEqual(partitionsOf(items), new Set(["RECORD"]));
    assert.deepEqual(listed, done);
  });

  it("Another crawl is listed in a place of its own", async () => {
    const packed = await crawled("packed", 1, CALM);
    assert.deepEqual(partitionsOf(packed.items), new Set(["RECORD#bees-1"]));
    const rows = await crawled("rows", 1, CALM);
    assert.deepEqual(partitionsOf(rows.items), new Set(["PAGE#bees-1", "PAGE-WRITER"]));
    assert.equal(rows.items.size, PAGES + 2);
  });
});
