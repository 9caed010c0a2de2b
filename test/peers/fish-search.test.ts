import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LinkContext } from "../../lib/domain/methods/strategy.ts";
import { aNeed } from "../support/a-need.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aStrategy } from "../support/a-strategy.ts";

const LETTERS = "abcdef".split("");
const anchors = LETTERS.map((letter) => anAnchor(`http://site.example/${letter}`));
const onBees = aPage({ mainText: "bees", anchors });
const onCars = aPage({ mainText: "cars", anchors });
const SEED: LinkContext = {
  ...{ depth: 0, priority: 1e6, group: "", parent: undefined, snippet: undefined },
};

const fish = aStrategy({ name: "fish-search", depth: 3, width: 2 });
const { assessPage, scoreLinks } = fish.compile(
  fish.train({ visits: [], misses: [] }, aNeed({ topic: "bees" }), undefined),
);

const linksOf = (page: typeof onBees, context = SEED) =>
  scoreLinks(page, assessPage(page, context), context);

const aSnippet = (inherited: number) => ({
  anchor: "",
  before: "",
  after: "",
  title: "",
  inherited,
});

describe("fish-search", () => {
  it("fish-search follows first the links of a target page, one and a half times the width", () => {
    assert.deepEqual(
      linksOf(onBees).map(({ priority }) => Number(priority.toFixed(3))),
      [1, 1, 1, 0.5, 0.5, 0.5],
    );
    assert.deepEqual(
      linksOf(onCars).map(({ priority }) => Number(priority.toFixed(3))),
      [0.5, 0.5, 0, 0, 0, 0],
    );
  });

  it("fish-search continues for a fixed number of links after the last target page, then stops", () => {
    let context = SEED;
    const lives: (number | undefined)[] = [];
    for (const page of [onBees, onCars, onCars, onCars, onCars]) {
      const link = linksOf(page, context)[0];
      lives.push(link?.snippet?.inherited);
      context = { ...SEED, depth: context.depth + 1, snippet: link?.snippet };
    }
    assert.deepEqual(lives, [3, 2, 1, 0, undefined]);
  });

  it("fish-search prefers, of two equal paths to a link, the one with the longer life", () => {
    const afterFood = linksOf(onBees).at(-1)?.priority ?? 0;
    const dying = linksOf(onCars, { ...SEED, depth: 1, snippet: aSnippet(1) })[0]?.priority ?? 0;
    assert.ok(afterFood > dying);
  });

  it("fish-search counts a URL that is linked twice only once", () => {
    const page = aPage({ mainText: "cars", anchors: [...anchors, ...anchors] });
    assert.equal(linksOf(page).length, LETTERS.length);
  });
});
