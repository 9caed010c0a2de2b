import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isSelected, type ListedPage, type PageFilter } from "../../lib/domain/page/page-record.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { PageListing } from "../../lib/ports/page-listing.ts";
import { aListedFailure, aListedPage } from "../support/a-listed-page.ts";
import { aUrl } from "../support/a-url.ts";

/** A way to get a listing. */
export interface PageListingMaker {
  readonly name: string;
  /** Creates an empty listing. */
  readonly create: () => PageListing | Promise<PageListing>;
  /** Whether few ranges and parts are tried: to read a thousand rows in MiniStack takes half a second. */
  readonly isSlow?: boolean;
}

const EPOCH = 3;
const HOSTS = ["bees.example", "wasps.example", "ants.example:8080"];

/** Returns so many records of three hosts, with scores and outcomes of all kinds. */
function mixed(count: number): ListedPage[] {
  return Array.from({ length: count }, (_, index) => {
    const sequence = index + 1;
    const url = aUrl(`http://${HOSTS[(index * 7) % HOSTS.length]}/${sequence}`);
    const utility = ((index * 37) % 100) / 99;
    if (index % 11 === 5) return { ...aListedFailure(sequence), url, host: hostOf(url) };
    return aListedPage(sequence, { url }, { utility, isTarget: utility > 0.9 });
  });
}

async function read(
  listing: PageListing,
  after = 0,
  limit = 10_000,
): Promise<readonly ListedPage[]> {
  return listing.select({}, { after, upTo: 10_000, limit });
}

/** Tests the promises of every listing. */
export function describePageListing({ name, create, isSlow = false }: PageListingMaker): void {
  const filled = async (count: number) => {
    const [listing, pages] = [await create(), mixed(count)];
    await listing.put(pages, EPOCH);
    return { listing, pages };
  };

  describe(`${name} is a page listing`, () => {
    it("A page listing lists nothing at the start", async () => {
      const listing = await create();
      assert.deepEqual(await read(listing), []);
      const urls = new Set([aUrl("http://bees.example/")]);
      assert.deepEqual(await listing.select({ urls }, { after: 0, upTo: 9_000, limit: 1 }), []);
    });

    it("A page listing lists records as they were put, including those without a page", async () => {
      const listing = await create();
      const ref = { segment: "batch", offset: 7, length: 999, digest: "sha1:1" };
      const pages = [
        aListedPage(1, {}, { title: 'é "日本"', utility: 0.1 + 0.2, type: "article", ref }),
        aListedPage(2, { parent: aUrl("http://bees.example/"), status: undefined }),
        { ...aListedFailure(3), detail: "no answer", response: ref },
      ];
      assert.equal(await listing.put(pages, EPOCH), true);
      assert.deepEqual(await read(listing), pages);
    });

    it("A page listing continues after any page, with no more than asked for", async () => {
      const { listing, pages } = await filled(200);
      for (const after of [0, 1, 63, 64, 65, 127, 128, 150, 199, 200, 500]) {
        for (const limit of [0, 1, 64, 65, 500]) {
          const expected = pages.slice(after, after + limit);
          assert.deepEqual(await read(listing, after, limit), expected, `${limit} after ${after}`);
        }
      }
    });

    it("A page listing ends where its reader asks it to", async () => {
      const { listing, pages } = await filled(150);
      for (const upTo of [0, 1, 64, 65, 149]) {
        const selected = await listing.select({}, { after: 0, upTo, limit: 1_000 });
        assert.deepEqual(selected, pages.slice(0, upTo), `up to ${upTo}`);
      }
    });

    it("A page listing selects by host, score, target and URL, as a look at each page would", async () => {
      const { listing, pages } = await filled(2_300);
      const urls = new Set(
        [3, 1_024, 1_025, 2_299].map((at) => pages[at]?.url ?? aUrl("http://x/")),
      );
      const filters: PageFilter[] = [
        { host: hostOf(aUrl("http://ants.example:8080/")) },
        { minScore: 0.5 },
        { minScore: 1 },
        { targets: true },
        { urls },
        { urls, targets: true },
        { host: hostOf(aUrl("http://bees.example/")), minScore: 0.8, targets: true },
        { host: hostOf(aUrl("http://no.example/")) },
      ];
      const ranges = [
        [0, 2_300, 5_000],
        [0, 2_000, 5_000],
        [1_000, 2_300, 40],
        [1_024, 2_048, 5_000],
        [2_100, 2_300, 5_000],
      ] as const;
      for (const [place, filter] of filters.entries()) {
        for (const [after, upTo, limit] of ranges.filter(
          (_, range) => !isSlow || range === place % ranges.length,
        )) {
          const expected = pages.slice(after, upTo).filter((page) => isSelected(page, filter));
          assert.deepEqual(
            await listing.select(filter, { after, upTo, limit }),
            expected.slice(0, limit),
            JSON.stringify([filter, after, upTo, limit]),
          );
        }
      }
    });

    it("A page listing keeps the last version of a page, and selects by it", async () => {
      const { listing, pages } = await filled(1_100);
      const later = pages
        .slice(500)
        .map(({ sequence, url }) => aListedPage(sequence, { url }, { utility: 1, isTarget: true }));
      await listing.put(later, EPOCH + 1);
      const expected = [...pages.slice(0, 500), ...later];
      assert.deepEqual(await read(listing), expected);
      assert.deepEqual(
        await listing.select({ minScore: 1 }, { after: 0, upTo: 1_100, limit: 5_000 }),
        expected.filter(({ page }) => page?.utility === 1),
      );
    });

    it("A page listing keeps what a later epoch wrote", async () => {
      const { listing, pages } = await filled(70);
      const earlier = pages.map((page) => ({ ...page, linkWhy: "written too late" }));
      assert.equal(await listing.put(earlier, EPOCH - 1), false);
      assert.deepEqual(await read(listing), pages);
    });

    it("A page listing lists pages whose URLs are as long as a URL may be, until they are listed again", async () => {
      const listing = await create();
      const long = (sequence: number) => {
        const path = Array.from({ length: 105 }, (_, part) =>
          createHash("sha512").update(`${sequence} ${part}`).digest("base64url"),
        );
        return aUrl(`http://bees.example/${path.join("").slice(0, 7_900)}`);
      };
      const pages = Array.from({ length: 70 }, (_, index) =>
        aListedPage(index + 1, { url: long(index + 1), parent: long(index) }),
      );
      await listing.put(pages, EPOCH);
      assert.deepEqual(await read(listing), pages);
      assert.deepEqual(await read(listing, 60, 3), pages.slice(60, 63));
      const later = [...pages.slice(0, 1), ...mixed(70).slice(1)];
      await listing.put(later.slice(0, 40), EPOCH);
      assert.deepEqual(await read(listing), [...later.slice(0, 40), ...pages.slice(40)]);
      await listing.put(later, EPOCH);
      assert.deepEqual(await read(listing), later);
    });

    it("A page listing accepts an empty list of pages", async () => {
      const listing = await create();
      assert.equal(await listing.put([], EPOCH), true);
      assert.deepEqual(await read(listing), []);
    });

    it("A page listing is the same in whatever parts it is written, again or for the first time", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ back: fc.nat(40), more: fc.integer({ min: 1, max: 90 }) }), {
            maxLength: 6,
          }),
          async (parts) => {
            const listing = await create();
            const expected: ListedPage[] = [];
            for (const [word, { back, more }] of parts.entries()) {
              const first = Math.max(1, expected.length + 1 - back);
              const last = Math.max(first + more - 1, expected.length);
              const pages = Array.from({ length: last - first + 1 }, (_, index) =>
                aListedPage(first + index, {}, { title: `word ${word}` }),
              );
              await listing.put(pages, EPOCH);
              expected.splice(first - 1, pages.length, ...pages);
            }
            assert.deepEqual(await read(listing), expected);
          },
        ),
        { seed: 1, numRuns: isSlow ? 8 : 20 },
      );
    });
  });
}
