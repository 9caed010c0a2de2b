import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LinkContext, Visit } from "../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { nodeUrl } from "../support/a-graph.ts";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aVisit } from "../support/some-evidence.ts";

type RankName = "pagerank" | "hits";

const VISITS = [aVisit("a", "bxy"), aVisit("b", "x")];
const CONTEXT: LinkContext = {
  ...{ depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined },
};

function compiled(name: RankName, visits: readonly Visit[] = VISITS) {
  const strategy = aStrategy({ name, every: 25 });
  return strategy.compile(strategy.train({ visits, misses: [] }, aNeed(), undefined));
}

function rankOf(
  name: RankName,
  letter: string,
  visits = VISITS,
  redirects = 0,
): number | undefined {
  const { rescoreLink } = compiled(name, visits);
  const link = { ...CONTEXT, url: nodeUrl(letter), host: hostOf(nodeUrl(letter)), redirects };
  const whole = { ...link, why: "", model: "", sequence: 1, attempts: 0 };
  return rescoreLink?.(whole)?.priority;
}

for (const name of ["pagerank", "hits"] as const) {
  describe(name, () => {
    it(`${name} prefers pages with more links to them and gives 0 without links`, () => {
      const [x = 0, y = 0] = [rankOf(name, "x"), rankOf(name, "y")];
      assert.ok(x > y && y > 0);
      assert.equal(rankOf(name, "z"), 0);
    });

    it(`${name} leaves a redirect's target the priority of the link to it, without links of its own`, () => {
      assert.equal(rankOf(name, "z", VISITS, 1), undefined);
      assert.equal(rankOf(name, "x", VISITS, 1), rankOf(name, "x"));
    });

    it(`${name} passes scores on to the links of a newly fetched page, once each`, () => {
      const { assessPage, scoreLinks } = compiled(name);
      const anchors = ["x", "x", "n"].map((letter) => anAnchor(nodeUrl(letter)));
      const page = aPage({ url: nodeUrl("c"), anchors });
      const links = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
      assert.deepEqual(
        links.map(({ url }) => url),
        [nodeUrl("x"), nodeUrl("n")],
      );
      assert.ok(links.every(({ priority }) => priority > 0));
    });

    it(`${name} is computed again every 25 pages, and more rarely in a large crawl`, () => {
      const strategy = aStrategy({ name, every: 25 });
      const isStale = (pages: number, pagesAtTraining: number): boolean =>
        strategy.isStale(
          { pages, pagesAtTraining, drawn: pages, layerDone: false, types: new Map() },
          null,
        );
      assert.equal(isStale(24, 0), false);
      assert.equal(isStale(25, 0), true);
      assert.equal(isStale(825, 800), true);
      assert.equal(isStale(10_025, 10_000), false);
      assert.equal(isStale(10_250, 10_000), true);
    });
  });
}

/** Priority that a page which no other links to hands on to its links. */
function handedOn(name: RankName, links: string, context: LinkContext, visits = VISITS): number[] {
  const { assessPage, scoreLinks } = compiled(name, visits);
  const anchors = links.split("").map((letter) => anAnchor(nodeUrl(letter)));
  const page = aPage({ url: nodeUrl("c"), anchors });
  return scoreLinks(page, assessPage(page, context), context).map(({ priority }) => priority);
}

describe("pagerank between two computations", () => {
  const LONELY = { ...CONTEXT, priority: 0 };
  const pages = "abdefg"
    .split("")
    .map((page, index) => aVisit(page, `${index}h${"xyz"[index % 3]}`));

  it("pagerank passes on the next computation's ranks between computations, except for graph growth", () => {
    const [guess = 0] = handedOn("pagerank", "uvw", LONELY, pages);
    const trained = rankOf("pagerank", "u", [...pages, aVisit("c", "uvw")]) ?? 0;
    assert.ok(Math.abs(guess / trained - 1) < 0.15, `${guess} ${trained}`);
  });

  it("pagerank also passes on the rank from a page's links, and only the base for seeds", () => {
    const base = handedOn("pagerank", "uv", LONELY)[0] ?? 0;
    const linked = handedOn("pagerank", "uv", { ...LONELY, priority: 2 })[0] ?? 0;
    assert.equal((linked - base).toFixed(9), (0.85 * 2 * 0.5).toFixed(9));
    const seed = handedOn("pagerank", "uv", { ...LONELY, depth: 0, priority: 1e6 })[0] ?? 0;
    assert.equal(seed, base);
  });

  it("pagerank gives each page the mean rank before the first computation", () => {
    assert.deepEqual(handedOn("pagerank", "uv", LONELY, []), [0.425, 0.425]);
  });
});

describe("hits between two computations", () => {
  it("hits passes on a page's link authority divided by the largest eigenvalue: worked by hand", () => {
    // a → x, y; b → y: authorities in the ratio 1 : φ, eigenvalue (3 + √5) / 2.
    const visits = [aVisit("a", "xy"), aVisit("b", "y")];
    const phi = (1 + Math.sqrt(5)) / 2;
    const expected = 1 / Math.hypot(1, phi) / ((3 + Math.sqrt(5)) / 2);
    const found = handedOn("hits", "xn", CONTEXT, visits);
    assert.deepEqual(
      found.map((value) => value.toFixed(6)),
      [expected.toFixed(6), expected.toFixed(6)],
    );
  });

  it("hits passes on nothing before the first computation", () => {
    assert.deepEqual(handedOn("hits", "xn", CONTEXT, []), [0, 0]);
  });
});
