import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LinkContext } from "../../lib/domain/methods/strategy.ts";
import type { Anchor } from "../../lib/domain/page/page-view.ts";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aStrategy } from "../support/a-strategy.ts";

const SEED: LinkContext = {
  ...{ depth: 0, priority: 1e6, group: "", parent: undefined, snippet: undefined },
};

const shark = aStrategy({ name: "shark-search", decay: 0.5, inheritance: 0.8, anchor: 0.8 });
const { assessPage, scoreLinks } = shark.compile(
  shark.train({ visits: [], misses: [] }, aNeed({ topic: "bees" }), undefined),
);

function score(mainText: string, anchor: Partial<Anchor>, context = SEED) {
  const page = aPage({ mainText, anchors: [anAnchor("http://site.example/a", anchor)] });
  return scoreLinks(page, assessPage(page, context), context)[0];
}

/** Worked by hand from Hersovici et al. 1998 with δ 0.5, γ 0.8, β 0.8. */
describe("shark-search", () => {
  it("shark-search passes on half of a page's similarity", () => {
    assert.equal(score("bees", {})?.priority.toFixed(9), (0.8 * 0.5).toFixed(9));
  });

  it("shark-search passes on half of the inherited score from a page without similarity", () => {
    const { snippet } = score("bees", {}) ?? {};
    const next = score("cars", {}, { ...SEED, depth: 1, snippet });
    assert.equal(next?.priority.toFixed(9), (0.8 * 0.25).toFixed(9));
    assert.equal(next?.snippet?.inherited, 0.25);
  });

  it("shark-search uses the anchor text, whose similarity makes the context score 1", () => {
    const expected = 0.2 * (0.8 * 1 + 0.2 * 1);
    assert.equal(score("cars", { text: "Bees" })?.priority.toFixed(9), expected.toFixed(9));
  });

  it("shark-search uses the surrounding words when the anchor text gives no information", () => {
    const around = { text: "more", before: "bees", after: "" };
    assert.equal(score("cars", around)?.priority.toFixed(9), (0.2 * 0.2).toFixed(9));
  });
});
