import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  crawledPairs,
  labelPairs,
} from "../../../../lib/domain/methods/adaptive/training-pairs.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aPage } from "../../../support/a-page.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const snippet = { anchor: "bees", before: "", after: "", title: "" };

/** A page of a utility that a link on another led to. */
const followed = (letter: string, from: string, utility: number) =>
  aVisit(letter, "", { parent: nodeUrl(from), snippet, utility });

const rewards = (...args: Parameters<typeof crawledPairs>) =>
  crawledPairs(...args).map(({ url, reward }) => [url, reward] as const);

describe("links that were followed", () => {
  it("Training pairs of followed links have the utility of their pages as reward", () => {
    const visits = [aVisit("a", "bc"), followed("b", "a", 0.9), followed("c", "a", 0.1)];
    assert.deepEqual(rewards(visits, false), [
      [nodeUrl("b"), 0.9],
      [nodeUrl("c"), 0.1],
    ]);
  });

  it("Training pairs leave out links without stored words, such as seeds", () => {
    assert.deepEqual(crawledPairs([aVisit("a", "", { utility: 1 })], true), []);
  });

  it("Training pairs reward a hub with four fifths of three target pages behind it: worked by hand", () => {
    const visits = [
      followed("a", "s", 0.2),
      followed("b", "a", 0.9),
      followed("c", "a", 0.6),
      followed("d", "b", 0),
    ];
    // Behind a: 1.5 of 3 pages. Behind b: nothing, so that its own utility stands.
    assert.deepEqual(rewards(visits, true), [
      [nodeUrl("a"), 0.8 * 0.5],
      [nodeUrl("b"), 0.9],
      [nodeUrl("c"), 0.6],
      [nodeUrl("d"), 0],
    ]);
    const many = [followed("a", "s", 0), ...Array.from("bcdefg", (to) => followed(to, "a", 1))];
    assert.equal(rewards(many, true)[0]?.[1], 0.8);
  });

  it("Training pairs never get less, nor more than 1, for the pages behind them", () => {
    const utilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    const property = fc.property(utilities, (drawn) => {
      const letters = "abcdefghijkl";
      const visits = drawn.map((utility, at) =>
        followed(letters[at] ?? "", letters[Math.floor(at / 2)] ?? "", utility),
      );
      const own = rewards(visits, false);
      for (const [at, [, reward]] of rewards(visits, true).entries()) {
        assert.ok(reward >= (own[at]?.[1] ?? 0) && reward <= 1);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});

describe("labelled pages", () => {
  const page = (name: string) => aPage({ url: aUrl(`http://site.example/${name}`), title: name });
  const need = aNeed({ good: [page("bees")], bad: [page("cars"), page("roads")] });

  it("Training pairs of labelled pages have the URL, title and label of the page", () => {
    const pairs = labelPairs(need, 0);
    assert.deepEqual(
      pairs.map(({ snippet: words, reward }) => [words?.anchor, reward]),
      [
        ["bees", 1],
        ["cars", 0],
        ["roads", 0],
      ],
    );
  });

  it("Training pairs of labelled pages weigh less as more pages are fetched", () => {
    const weightAt = (fetched: number) => labelPairs(need, fetched)[0]?.weight;
    assert.equal(weightAt(0), weightAt(20));
    assert.equal(weightAt(40), (weightAt(20) ?? 0) / 2);
  });
});
