import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageListing } from "../../../lib/ports/page-listing.ts";
import { findStored, linkOf, pageAt, slicePages } from "../../../lib/stack/api/listed-pages.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { memoryPageListing } from "../../support/memory-page-listing.ts";

const REF = { segment: "s", offset: 0, length: 1, digest: "d" };
const urlOf = (sequence: number) => aUrl(`https://bees.example/${sequence}`);

/** A listing of so many stored pages, and one failure behind them. */
async function aListing(count: number) {
  const listing = memoryPageListing();
  const pages = Array.from({ length: count }, (_, index) =>
    aListedPage(index + 1, {}, { ref: REF }),
  );
  await listing.put([...pages, aListedFailure(count + 1)], 1);
  return listing;
}

describe("a slice of the listed pages", () => {
  it("A slice of the listed pages searches a million pages at most, and says where to go on", async () => {
    const searched: number[] = [];
    const listing: Pick<PageListing, "select"> = {
      select: async (_filter, { after, upTo }) => {
        searched.push(upTo);
        const page = aListedPage(2_300_000, {}, { isTarget: true });
        return after < page.sequence && page.sequence <= upTo ? [page] : [];
      },
    };
    const query = { limit: 10, filter: { targets: true } };
    const first = await slicePages({ listing, listed: 2_500_000 }, { ...query, after: 0 });
    assert.deepEqual(first, { pages: [], next: 1_000_000 });
    const last = await slicePages({ listing, listed: 2_500_000 }, { ...query, after: 2_000_000 });
    assert.deepEqual([last.pages.length, last.next], [1, null]);
    assert.deepEqual(searched, [1_000_000, 2_500_000]);
  });

  it("A slice of the listed pages goes on behind its last page, and not at the end", async () => {
    const listing = await aListing(3);
    const slice = (after: number, limit: number) =>
      slicePages({ listing, listed: 3 }, { after, limit, filter: {} });
    assert.equal((await slice(0, 2)).next, 2);
    assert.equal((await slice(2, 2)).next, null);
    assert.equal((await slice(0, 3)).next, null);
  });
});

describe("listed pages by their URLs and sequences", () => {
  it("Stored pages are found by their URLs, others not", async () => {
    const listing = await aListing(25);
    const urls = new Set([1, 20, 24, 26, 99].map(urlOf));
    const found = await findStored({ listing, listed: 22 }, urls);
    assert.deepEqual([...found.keys()], [urlOf(1), urlOf(20)]);
  });

  it("A link is found by its URL whatever its outcome, as far as it is listed", async () => {
    const listing = await aListing(3);
    assert.equal((await linkOf({ listing, listed: 4 }, urlOf(4)))?.reason, "timeout");
    for (const [listed, url] of [
      [3, urlOf(4)],
      [4, urlOf(5)],
    ] as const) {
      assert.equal(await linkOf({ listing, listed }, url), undefined);
    }
  });

  it("A page is found by its sequence, as far as it is listed", async () => {
    const listing = await aListing(3);
    assert.equal((await pageAt({ listing, listed: 2 }, 2)).url, urlOf(2));
    await assert.rejects(pageAt({ listing, listed: 2 }, 3), { code: "no-such-page", value: 3 });
  });
});
