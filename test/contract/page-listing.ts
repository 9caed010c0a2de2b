import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ListedPage, PageListing } from "../../lib/ports/page-listing.ts";
import { aUrl } from "../support/a-url.ts";

/** A way to get a listing. */
export interface PageListingMaker {
  readonly name: string;
  /** Creates an empty listing. */
  readonly create: () => PageListing | Promise<PageListing>;
}

/** Returns a listed page, a target by default. */
export function aListedPage(sequence: number, changes: Partial<ListedPage> = {}): ListedPage {
  return {
    sequence,
    url: aUrl(`http://site.example/page/${sequence}`),
    state: "fetched",
    reason: "page",
    title: `Page ${sequence}`,
    utility: 0.75,
    isTarget: true,
    type: "article",
    ref: { segment: "batch", offset: sequence * 1_000, length: 999, digest: `sha1:${sequence}` },
    ...changes,
  };
}

/** Tests the promises of every listing. */
export function describePageListing({ name, create }: PageListingMaker): void {
  describe(`${name} is a page listing`, () => {
    it("A page listing lists nothing at the start", async () => {
      assert.deepEqual(await (await create()).read(0, 10), []);
    });

    it("A page listing lists records as they were put, including those without a page", async () => {
      const listing = await create();
      const pages = [
        aListedPage(1, { title: 'é "日本"', utility: 0.1 + 0.2 }),
        aListedPage(2, { type: undefined, isTarget: false }),
        aListedPage(3, {
          state: "refused",
          reason: "robots",
          title: "",
          utility: 0,
          isTarget: false,
          type: undefined,
          ref: undefined,
        }),
      ];
      await listing.put(pages);
      assert.deepEqual(await listing.read(0, 10), pages);
    });

    it("A page listing continues after any page, with no more than asked for", async () => {
      const listing = await create();
      const pages = range(1, 200);
      await listing.put(pages);
      for (const after of [0, 1, 31, 32, 33, 63, 64, 100, 199, 200, 500]) {
        for (const limit of [0, 1, 32, 33, 500]) {
          const expected = pages.slice(after, after + limit);
          assert.deepEqual(await listing.read(after, limit), expected, `${limit} after ${after}`);
        }
      }
    });

    it("A page listing keeps the last version of a page", async () => {
      const listing = await create();
      await listing.put(range(1, 70));
      const told = range(20, 50, { utility: 0.25, isTarget: false });
      await listing.put(told);
      const expected = [...range(1, 19), ...told, ...range(51, 70)];
      assert.deepEqual(await listing.read(0, 100), expected);
    });

    it("A page listing accepts an empty list of pages", async () => {
      const listing = await create();
      await listing.put([]);
      assert.deepEqual(await listing.read(0, 10), []);
    });

    it("A page listing is the same in whatever parts it is written, again or for the first time", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ back: fc.nat(40), more: fc.integer({ min: 1, max: 60 }) }), {
            maxLength: 6,
          }),
          async (parts) => {
            const listing = await create();
            const expected: ListedPage[] = [];
            for (const [word, { back, more }] of parts.entries()) {
              const first = Math.max(1, expected.length + 1 - back);
              const told = range(first, first + more - 1, { title: `word ${word}` });
              await listing.put(told);
              expected.splice(first - 1, told.length, ...told);
            }
            assert.deepEqual(await listing.read(0, 1_000), expected);
          },
        ),
        { numRuns: 20 },
      );
    });
  });
}

function range(first: number, last: number, changes: Partial<ListedPage> = {}): ListedPage[] {
  return Array.from({ length: last - first + 1 }, (_, i) => aListedPage(first + i, changes));
}
