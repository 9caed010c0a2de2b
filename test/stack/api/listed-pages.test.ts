import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageListing } from "../../../lib/ports/page-listing.ts";
import { findStored, slicePages } from "../../../lib/stack/api/listed-pages.ts";
import { aListedPage } from "../../support/a-stack.ts";
import { aUrl } from "../../support/a-url.ts";
import { memoryPageListing } from "../../support/memory-page-listing.ts";

const REF = { segment: "s", offset: 0, length: 1, digest: "d" };

/** A listing of so many stored pages, of which some are targets, that counts what is read. */
async function aListing(count: number, isTarget: (sequence: number) => boolean = () => false) {
  const listing = memoryPageListing();
  const pages = Array.from({ length: count }, (_, index) =>
    aListedPage(index + 1, { isTarget: isTarget(index + 1), ref: REF }),
  );
  await listing.put(pages);
  let read = 0;
  const counted: PageListing = {
    put: (some) => listing.put(some),
    read: async (after, most) => {
      const some = await listing.read(after, most);
      read += some.length;
      return some;
    },
  };
  return { listing: counted, read: () => read };
}

const urlsOf = (...sequences: readonly number[]) =>
  new Set(sequences.map((sequence) => aUrl(`https://bees.example/${sequence}`)));

describe("a slice of the listed pages", () => {
  it("A slice of the listed pages searches 20,000 pages for targets at most, and says where to go on", async () => {
    const { listing } = await aListing(45_000, (sequence) => sequence === 44_000);
    const query = { limit: 10, targets: true };
    const first = await slicePages(listing, 45_000, { ...query, after: 0 });
    assert.deepEqual(first, { pages: [], next: 20_000 });
    const second = await slicePages(listing, 45_000, { ...query, after: 20_000 });
    assert.deepEqual(second, { pages: [], next: 40_000 });
    const { pages, next } = await slicePages(listing, 45_000, { ...query, after: 40_000 });
    assert.deepEqual([pages[0]?.sequence, next], [44_000, null]);
  });

  it("A slice of the listed pages ends where the listing has fewer than were reported", async () => {
    const { listing } = await aListing(3);
    const query = { after: 0, limit: 10, targets: false };
    const { pages, next } = await slicePages(listing, 5, query);
    assert.deepEqual([pages.length, next], [3, null]);
  });
});

describe("stored pages by their URLs", () => {
  it("Stored pages are found by their URLs, however long the listing is", async () => {
    const { listing } = await aListing(2_500);
    const found = await findStored(listing, 2_500, urlsOf(1, 1_001, 2_400));
    const sequences = Array.from(found.values(), ({ sequence }) => sequence);
    assert.deepEqual(sequences, [1, 1_001, 2_400]);
  });

  it("Stored pages are sought no further than the last one that was asked for", async () => {
    const { listing, read } = await aListing(2_500);
    assert.equal((await findStored(listing, 2_500, urlsOf(7, 900))).size, 2);
    assert.equal(read(), 1_000);
  });

  it("Stored pages are sought to the end of a listing that has fewer than were reported", async () => {
    const { listing } = await aListing(3);
    assert.equal((await findStored(listing, 5, urlsOf(2, 4))).size, 1);
  });
});
