import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  findInIndex,
  INDEXED_TOGETHER,
  packIndex,
} from "../../../lib/adapters/aws/listing-index.ts";
import { isSelected } from "../../../lib/domain/page/listed-page.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aListedFailure, aListedPage } from "../../support/a-listed-page.ts";
import { aUrl } from "../../support/a-url.ts";

describe("the index of a page listing", () => {
  it("An index names every page that a filter selects", () => {
    const page = fc.record({
      url: fc.nat(20).map((n) => aUrl(`http://host-${n % 3}.example/${n}`)),
      utility: fc.double({ min: 0, max: 1, noNaN: true }),
      isTarget: fc.boolean(),
      isPage: fc.boolean(),
    });
    const filter = fc.record(
      {
        urls: fc
          .uniqueArray(
            page.map(({ url }) => url),
            { maxLength: 3 },
          )
          .map((all) => new Set(all)),
        host: page.map(({ url }) => hostOf(url)),
        minScore: fc.double({ min: 0, max: 1, noNaN: true }),
        targets: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(page, { maxLength: 50 }), filter, (parts, asked) => {
        const pages = parts.map(({ url, utility, isTarget, isPage }, index) =>
          isPage
            ? aListedPage(index + 1, { url }, { utility, isTarget })
            : { ...aListedFailure(index + 1), url, host: hostOf(url) },
        );
        const found = new Set(findInIndex(packIndex(pages), asked));
        const missed = pages.filter((each, index) => isSelected(each, asked) && !found.has(index));
        assert.deepEqual(missed, []);
      }),
      { seed: 1 },
    );
  });

  it("An index takes at most eight bytes a page, and names few pages that a filter does not select", () => {
    const pages = Array.from({ length: INDEXED_TOGETHER }, (_, index) => {
      const url = aUrl(`http://host-${(index * 7) % 200}.example/page/${index}`);
      return aListedPage(index + 1, { url }, { utility: index / INDEXED_TOGETHER });
    });
    const packed = packIndex(pages);
    assert.ok(packed.length <= 8 * INDEXED_TOGETHER, `${packed.length} bytes`);
    const [, , third] = pages;
    assert.ok(third);
    assert.deepEqual(findInIndex(packed, { urls: new Set([third.url]) }), [2]);
    assert.ok(findInIndex(packed, { host: third.host }).length <= 7);
    assert.ok(findInIndex(packed, { minScore: 0.9 }).length <= 0.11 * INDEXED_TOGETHER);
  });
});
