import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listAgain, listRecords } from "../../lib/stack/list-records.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { aRecord } from "../support/a-record.ts";
import { memoryPageListing } from "../support/memory-page-listing.ts";

async function someRecords(count: number) {
  const records = createMemoryRecordStore();
  for (let n = 1; n <= count; n += 1) await records.put(aRecord(`http://bees.example/${n}`));
  return records;
}

async function sequencesOf(listing: ReturnType<typeof memoryPageListing>): Promise<number[]> {
  const pages = await listing.select({}, { after: 0, upTo: 10_000, limit: 10_000 });
  return pages.map(({ sequence }) => sequence);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("the records that a planner lists", () => {
  it("Records are listed when they fill an item, and all of them when all are asked for", async () => {
    const [records, listing] = [await someRecords(20), memoryPageListing()];
    assert.equal(await listRecords(listing, records, { after: 0, all: false, epoch: 1 }), 16);
    assert.deepEqual(await sequencesOf(listing), upTo(16));
    assert.equal(await listRecords(listing, records, { after: 16, all: false, epoch: 1 }), 16);
    assert.equal(await listRecords(listing, records, { after: 16, all: true, epoch: 1 }), 20);
    assert.deepEqual(await sequencesOf(listing), upTo(20));
    assert.equal(await listRecords(listing, records, { after: 20, all: true, epoch: 1 }), 20);
  });

  it("A long crawl is listed again in parts that begin where an index begins", async () => {
    const [records, listing] = [await someRecords(2_100), memoryPageListing()];
    const firsts: number[] = [];
    const watched = {
      together: listing.together,
      put: (pages: Parameters<typeof listing.put>[0], epoch: number) => {
        firsts.push(pages[0]?.sequence ?? 0);
        return listing.put(pages, epoch);
      },
    };
    assert.equal(await listRecords(watched, records, { after: 0, all: true, epoch: 1 }), 2_100);
    assert.deepEqual(firsts, [1, 1_025, 2_049]);
    assert.deepEqual(await sequencesOf(listing), upTo(2_100));
  });

  it("A planner that was overtaken lists nothing in the place of the other one's records", async () => {
    const [records, listing] = [await someRecords(8), memoryPageListing()];
    await listRecords(listing, records, { after: 0, all: true, epoch: 2 });
    assert.equal(await listRecords(listing, records, { after: 0, all: true, epoch: 1 }), undefined);
  });

  it("The records of a long crawl are listed again in some rounds, up to the last one that was listed before", async () => {
    const [records, listing] = [await someRecords(17_000), memoryPageListing()];
    let again: Parameters<typeof listAgain>[2] | null | undefined = {
      after: 0,
      upTo: 16_900,
      epoch: 1,
    };
    const left: unknown[] = [];
    while (again) {
      const next: Awaited<ReturnType<typeof listAgain>> = await listAgain(listing, records, again);
      left.push(next);
      again = next && { ...next, epoch: 1 };
    }
    assert.deepEqual(left, [{ after: 16_384, upTo: 16_900 }, null]);
    const pages = await listing.select({}, { after: 0, upTo: 20_000, limit: 20_000 });
    assert.equal(pages.length, 16_900);
    await listRecords(listing, records, { after: 16_900, all: true, epoch: 2 });
    assert.equal(
      await listAgain(listing, records, { after: 16_384, upTo: 17_000, epoch: 1 }),
      undefined,
    );
  });
});
