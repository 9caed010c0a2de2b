import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Split,
  sampleTested,
  splitHosts,
  splitPages,
  splitSites,
} from "../../../bench/judge/split.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { aUrl } from "../../support/a-url.ts";

const DRAWS = [1, 2, 3, 4, 5];

/** Pages of a host, relevant ones first. */
function aHost(host: string, targets: number, others: number): [Url, boolean][] {
  return Array.from({ length: targets + others }, (_, page) => [
    aUrl(`http://${host}/${page}`),
    page < targets,
  ]);
}

const relevant = (truth: Split["tested"]) => truth.values().filter(Boolean).toArray().length;
const hostsOf = (urls: Iterable<Url>) => new Set([...urls].map(hostOf));

describe("labels apart from the pages that are judged", () => {
  // One host has three of four relevant pages, as in real webs.
  const hosts = [
    ...aHost("big.x", 150, 300),
    ...aHost("a.x", 20, 60),
    ...aHost("b.x", 30, 60),
    ...aHost("c.x", 0, 200),
    ...aHost("d.x", 1, 100),
  ];
  const web = {
    urls: [...hosts.map(([url]) => url), aUrl("http://a.x/unknown")],
    truth: new Map(hosts),
  };

  it("Split hosts share no host between labels and judged pages, and both sides have 40 relevant pages", () => {
    for (const draw of DRAWS) {
      const { good, bad, tested, seen } = splitHosts(web, draw);
      assert.equal(good.length, 40);
      assert.ok(relevant(tested) >= 40, `draw ${draw}`);
      assert.ok(hostsOf([...good, ...bad]).isDisjointFrom(hostsOf(tested.keys())));
      assert.deepEqual(hostsOf(seen), hostsOf(tested.keys()));
    }
  });

  it("Split hosts differ between draws, so that the largest host is judged in some of them", () => {
    const isBigTested = DRAWS.map((draw) =>
      splitHosts(web, draw).tested.has(aUrl("http://big.x/0")),
    );
    assert.deepEqual(new Set(isBigTested), new Set([true, false]));
  });

  it("Split hosts need two hosts with enough relevant pages", () => {
    const one = { urls: [], truth: new Map(aHost("big.x", 150, 300)) };
    assert.throws(() => splitHosts(one, 1), /no two halves/);
  });

  it("Split pages label at most half of the relevant pages, and judge no labelled page", () => {
    const pages = aHost("a.x", 17, 600);
    const urls = [...pages.map(([url]) => url), aUrl("http://a.x/unknown")];
    const { good, bad, tested, seen } = splitPages({ urls, truth: new Map(pages) }, 1);
    assert.deepEqual([good.length, bad.length, relevant(tested)], [8, 200, 9]);
    assert.equal(tested.size, 617 - 208);
    assert.ok(new Set([...good, ...bad]).isDisjointFrom(new Set(seen)));
    assert.ok(seen.includes(aUrl("http://a.x/unknown")), "it is seen, but not judged");
  });

  it("Split sites judge all pages of one site, and label pages of others", () => {
    const tested = { urls: web.urls, truth: web.truth };
    const labelled = new Map(aHost("other.y", 50, 300));
    const split = splitSites(tested, labelled, 1);
    assert.equal(split.tested, web.truth);
    assert.deepEqual(hostsOf([...split.good, ...split.bad]), new Set(["other.y"]));
    assert.ok(split.good.every((url) => labelled.get(url) === true));
    assert.ok(split.bad.every((url) => labelled.get(url) === false));
  });

  it("A sample of judged pages stands for as many pages as there are, whatever their kind", () => {
    const tested = new Map([...aHost("a.x", 200, 0), ...aHost("b.x", 0, 2_800)]);
    const sample = sampleTested(tested, 1);
    const standsFor = (isTarget: boolean) =>
      sample
        .filter((page) => page.isTarget === isTarget)
        .reduce((sum, page) => sum + page.standsFor, 0);
    assert.deepEqual([standsFor(true), standsFor(false)], [200, 2_800]);
    assert.equal(sample.length, 500);
    assert.ok(sample.every(({ url, isTarget }) => tested.get(url) === isTarget));
  });
});
