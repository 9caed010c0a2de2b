import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crawlPrecision } from "../../lib/evaluation/crawl-precision.ts";
import { aUrl } from "../support/a-url.ts";

const urlOf = (number: number) => aUrl(`http://site.example/${number}`);

/** Pages in order of fetching, of which those with these numbers are targets. */
const pagesOf = (length: number, ...targets: readonly number[]) =>
  Array.from({ length }, (_, number) => ({
    url: urlOf(number),
    isTarget: targets.includes(number),
  }));

const label = (number: number, value: number) => ({ url: urlOf(number), label: value });

describe("the precision of a crawl over time", () => {
  it("A crawl's predicted precision is given for each tenth, and for all pages so far", () => {
    const { own, labels } = crawlPrecision(pagesOf(40, 0, 1, 2, 4, 39), []);
    assert.equal(own.length, 10);
    assert.deepEqual(own.slice(0, 2), [
      { pages: 4, temporal: 3 / 4, cumulative: 3 / 4 },
      { pages: 8, temporal: 1 / 4, cumulative: 4 / 8 },
    ]);
    assert.deepEqual(own[9], { pages: 40, temporal: 1 / 4, cumulative: 5 / 40 });
    assert.deepEqual(labels, []);
  });

  it("A crawl's precision by labels is that of the labelled pages, within its Wilson interval", () => {
    const given = [label(0, 0), label(0, 1), label(1, 0.5), label(9, 0.4), label(99, 1)];
    const { labels } = crawlPrecision(pagesOf(10), given);
    const at = (index: number) => labels[index]?.cumulative;
    assert.deepEqual([at(0)?.share, at(0)?.cases], [1, 1]);
    assert.deepEqual([at(8)?.share, at(8)?.cases], [1, 2]);
    assert.deepEqual([at(9)?.share, at(9)?.cases], [2 / 3, 3]);
    assert.deepEqual([labels[9]?.temporal.share, labels[5]?.temporal.share], [0, undefined]);
    // Wilson 1927 for 2 of 3 cases.
    assert.ok(Math.abs((at(9)?.low ?? 0) - 0.2077) < 1e-4);
    assert.ok(Math.abs((at(9)?.high ?? 0) - 0.9385) < 1e-4);
  });

  it("A crawl's precision by labels is unknown without labels of fetched pages, and before the first page", () => {
    assert.deepEqual(crawlPrecision(pagesOf(3), [label(7, 1)]).labels, []);
    assert.deepEqual(crawlPrecision([], []), { own: [], labels: [] });
  });
});
