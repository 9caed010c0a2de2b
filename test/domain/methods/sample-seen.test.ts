import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type SeenPage,
  sampleEvenly,
  sampleSeen,
} from "../../../lib/domain/methods/sample-seen.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../support/a-url.ts";

function pagesOf(host: string, length: number): SeenPage[] {
  return Array.from({ length }, (_, page) => {
    const url = aUrl(`http://${host}/${page}`);
    return { url, host: hostOf(url), digest: url };
  });
}

const countOf = (urls: readonly string[], host: string) =>
  urls.filter((url) => url.startsWith(`http://${host}/`)).length;

describe("a sample of the pages seen", () => {
  it("A sample of the pages seen holds 500 of them at most, in the order given", () => {
    const pages = pagesOf("a.example", 700);
    const sample = sampleSeen(pages, 1);
    assert.equal(sample.length, 500);
    assert.deepEqual(
      sample,
      pages.map(({ url }) => url).filter((url) => sample.includes(url)),
    );
    assert.notDeepEqual(sampleSeen(pages, 2), sample);
    assert.deepEqual(sampleSeen(pages, 1), sample);
  });

  it("A large host does not displace the pages of small hosts from a sample", () => {
    const small = Array.from({ length: 20 }, (_, host) =>
      pagesOf(`small${host}.example`, 7),
    ).flat();
    const sample = sampleSeen([...pagesOf("large.example", 2_000), ...small], 1);
    assert.deepEqual([sample.length, countOf(sample, "large.example")], [500, 360]);
  });

  it("A sample of more hosts than it has room for holds five pages of each host that it has", () => {
    const hosts = Array.from({ length: 300 }, (_, host) => `h${host}.example`);
    const sample = sampleSeen(
      hosts.flatMap((host) => pagesOf(host, 6)),
      1,
    );
    const counts = new Set(hosts.map((host) => countOf(sample, host)));
    assert.deepEqual(counts, new Set([0, 5]));
  });

  it("A sample holds a content once, and every page whose content is not known", () => {
    const [one, other, third] = pagesOf("a.example", 3);
    assert.ok(one !== undefined && other !== undefined && third !== undefined);
    const same = [one, { ...other, digest: one.digest }, third];
    assert.equal(sampleSeen(same, 1).length, 2);
    const unknown = same.map((page) => ({ ...page, digest: undefined }));
    assert.equal(sampleSeen(unknown, 1).length, 3);
  });

  it("A sample does not depend on the order of the pages, and holds each page once", () => {
    const pages = fc.array(fc.record({ host: fc.nat(4), page: fc.nat(300) }), { maxLength: 900 });
    fc.assert(
      fc.property(pages, fc.nat(), (named, seed) => {
        const urls = new Set(
          named.map(({ host, page }) => aUrl(`http://h${host}.example/${page}`)),
        );
        const seen = [...urls].map((url) => ({ url, host: hostOf(url), digest: undefined }));
        const sample = sampleSeen(seen, seed);
        assert.equal(new Set(sample).size, Math.min(500, urls.size));
        assert.deepEqual(sampleSeen(seen.toReversed(), seed), sample.toReversed());
      }),
      { numRuns: 30 },
    );
  });

  it("An even sample has each content once, and of each host about its share", () => {
    const pages = [...pagesOf("large.example", 900), ...pagesOf("small.example", 100)];
    const sample = sampleEvenly([...pages, ...pages], 1, 500);
    assert.equal(new Set(sample).size, 500);
    const ofSmall = countOf([...new Set(sample)], "small.example");
    assert.ok(ofSmall > 30 && ofSmall < 70, `${ofSmall} of a tenth`);
    assert.equal(sampleEvenly(pages, 1, 2_000).length, 1_000);
  });
});
