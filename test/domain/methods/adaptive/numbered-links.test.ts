import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  eachLinkFeature,
  linkFeatures,
  linkFeatureValue,
} from "../../../../lib/domain/methods/adaptive/link-features.ts";
import { NumberedLinks } from "../../../../lib/domain/methods/adaptive/numbered-links.ts";
import type { LinkFacts } from "../../../../lib/domain/methods/strategy.ts";
import { featureVectorizer } from "../../../../lib/domain/stats/learner/learner.ts";
import type { SparseVector } from "../../../../lib/domain/stats/vector/sparse-rows.ts";
import { aUrl } from "../../../support/a-url.ts";

const words = fc.array(
  fc.constantFrom("bee", "bees", "hive", "Bienenstock", "蜂", "ab12", "the", "3", "ﬁn", ""),
  { maxLength: 40 },
);
const texts = words.map((each) => each.join(" "));
const paths = words.map((each) => `/${each.slice(0, 6).map(encodeURIComponent).join("/")}`);
const urls = fc
  .tuple(fc.constantFrom("a.example", "b.example:8080"), paths, fc.constantFrom("", "?q=1&bee"))
  .map(([host, path, search]) => aUrl(`http://${host}${path}${search}`));
const links: fc.Arbitrary<LinkFacts> = fc.record({
  url: urls,
  parent: fc.option(urls, { nil: undefined }),
  snippet: fc.option(
    fc.record({
      ...{ anchor: texts, before: texts, after: texts, title: texts },
      inherited: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { nil: undefined },
  ),
});

const plain = ({ columns, values }: SparseVector) => [[...columns], [...values]];

describe("NumberedLinks", () => {
  for (const evidence of ["url", "snippet", "all"] as const) {
    it(`The row of a link, read or packed, is that of its features in text: ${evidence}`, () => {
      const featuresOf = linkFeatures(evidence);
      const property = fc.property(
        fc.array(links, { minLength: 2, maxLength: 12 }),
        fc.nat(),
        (some, salt) => {
          const numbered = new NumberedLinks(eachLinkFeature(evidence));
          const half = Math.ceil(some.length / 2);
          // Some links are packed before the model knows their features, some after.
          const packed = some.slice(0, half).map((link) => numbered.pack(link));
          const named = new Set(some.slice(1, half + 1).flatMap((link) => [...featuresOf(link)]));
          const features = [...named].filter((_, at) => (at * 7 + salt) % 3 > 0).toReversed();
          const vectorOf = featureVectorizer(features, linkFeatureValue);
          const rows = numbered.rows(features);
          for (const [at, link] of some.entries()) {
            const expected = plain(vectorOf(featuresOf(link)));
            assert.deepEqual(plain(rows.ofLink(link)), expected);
            const bytes = packed[at] ?? numbered.pack(link);
            assert.ok(bytes !== undefined);
            assert.deepEqual(plain(rows.ofPacked(Uint8Array.of(9, ...bytes), 1)), expected);
          }
        },
      );
      fc.assert(property, { seed: 1, numRuns: 100 });
    });
  }
});
