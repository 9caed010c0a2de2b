import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStrategy } from "../../../lib/domain/strategy/create-strategy.ts";
import type { RankName } from "../../../lib/domain/strategy/rank-strategy.ts";
import type { LinkContext, Visit } from "../../../lib/domain/strategy/strategy.ts";
import { hostOf } from "../../../lib/domain/url/canonical-url.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";

function aVisit(page: string, links: string): Visit {
  const url = nodeUrl(page);
  return {
    ...{ url, host: hostOf(url), depth: 1, parent: undefined, snippet: undefined },
    ...{ utility: 0, isTarget: false, type: undefined, outlinks: links.split("").map(nodeUrl) },
  };
}

const VISITS = [aVisit("a", "bxy"), aVisit("b", "x")];
const CONTEXT: LinkContext = {
  ...{ depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined },
};

function compiled(name: RankName, visits: readonly Visit[] = VISITS) {
  const strategy = createStrategy({ name, every: 25 });
  return strategy.compile(strategy.train({ visits }, aNeed()));
}

function rankOf(name: RankName, letter: string): number {
  const { rescoreLink } = compiled(name);
  const link = { ...CONTEXT, url: nodeUrl(letter), host: hostOf(nodeUrl(letter)), redirects: 0 };
  const whole = { ...link, why: "", model: "", sequence: 1, attempts: 0 };
  return rescoreLink?.(whole)?.priority ?? Number.NaN;
}

for (const name of ["pagerank", "hits"] as const) {
  describe(name, () => {
    it("prefers what more pages link to, and has nothing for what none does", () => {
      assert.ok(rankOf(name, "x") > rankOf(name, "y"));
      assert.ok(rankOf(name, "y") > rankOf(name, "z"));
      assert.equal(rankOf(name, "z"), 0);
    });

    it("hands worth on to the links of a page fetched since, each once", () => {
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

    it("is computed anew every 25 pages, and rarer once the crawl is large", () => {
      const { isStale } = createStrategy({ name, every: 25 });
      assert.equal(isStale({ pages: 24, pagesAtTraining: 0 }), false);
      assert.equal(isStale({ pages: 25, pagesAtTraining: 0 }), true);
      assert.equal(isStale({ pages: 825, pagesAtTraining: 800 }), true);
      assert.equal(isStale({ pages: 10_025, pagesAtTraining: 10_000 }), false);
      assert.equal(isStale({ pages: 10_250, pagesAtTraining: 10_000 }), true);
    });
  });
}
