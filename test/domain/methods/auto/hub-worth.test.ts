import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { rewardsOf } from "../../../../lib/domain/methods/auto/gathered-crawl.ts";
import type { Visit } from "../../../../lib/domain/methods/strategy.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const page = (letter: string, parent: string | undefined, utility: number): Visit =>
  aVisit(letter, "", { parent: parent === undefined ? undefined : nodeUrl(parent), utility });

/** A list that led to three targets and a page that led to none, of four targets in five pages. */
const CRAWL = [
  page("h", undefined, 0),
  page("t", "h", 1),
  page("u", "h", 1),
  page("v", "h", 1),
  page("w", undefined, 0),
];

const HUBS = { hubs: true };
const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)));

describe("rewardsOf", () => {
  it("A list is worth what its targets bring above the crawl's other draws: 0.8 · (1 − 3/30)", () => {
    assert.deepEqual(round(rewardsOf(CRAWL, HUBS)), [0.72, 1, 1, 1, 0]);
  });

  it("Where files are looked for, a page is worth the share of files among it and those behind: ¾", () => {
    const [list, ...others] = round(rewardsOf(CRAWL, { ...HUBS, areFiles: true }));
    assert.deepEqual([list, ...others], [0.75, 1, 1, 1, 0]);
  });

  it("Where most draws get a target anyway, a list is worth little", () => {
    const rich = [...CRAWL, ...Array.from({ length: 30 }, () => page("x", "w", 0.9))];
    assert.equal(round(rewardsOf(rich, HUBS))[0], 0.08);
  });

  it("When the latest draws bring nothing, a list is worth as much as ever, however much came before", () => {
    const dry = Array.from({ length: 30 }, () => page("x", "w", 0));
    assert.equal(round(rewardsOf([...CRAWL, ...dry], HUBS))[0], 0.8);
  });

  it("Without hubs a page is worth its own utility", () => {
    const own = rewardsOf(CRAWL, { hubs: false });
    assert.deepEqual(own, [0, 1, 1, 1, 0]);
  });

  it("No page is worth less than its utility, or more than 1", () => {
    const pages = fc.array(
      fc
        .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("a", "b", undefined), fc.nat(10))
        .map(([letter, parent, tenths]) => page(letter, parent, tenths / 10)),
    );
    const property = fc.property(pages, (crawl) => {
      const rewards = rewardsOf(crawl, HUBS);
      for (const [at, { utility }] of crawl.entries()) {
        const reward = rewards[at] ?? Number.NaN;
        assert.ok(reward >= utility && reward <= 1);
      }
    });
    fc.assert(property, { seed: 1 });
  });
});
