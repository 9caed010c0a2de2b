import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { priorPairs } from "../../../../../lib/domain/methods/link-distance/dowser/dowser-trainer.ts";
import { marksOf } from "../../../../../lib/domain/methods/link-distance/dowser/page-model.ts";
import { nodeUrl } from "../../../../support/a-graph.ts";
import { anAnchor, aPage } from "../../../../support/a-page.ts";

/** Each page a letter with those it links to; `o` is known to nobody. */
const LINKS = { s: "alx", a: "l", l: "tuvs", t: "l", u: "", v: "", x: "yo", y: "y", h: "tv" };
const PAGES = Object.entries(LINKS).map(([letter, to]) =>
  aPage({
    url: nodeUrl(letter),
    title: `title ${letter}`,
    anchors: Array.from(to, (at) => anAnchor(nodeUrl(at), { text: `to ${at}` })),
  }),
);
const urls = (letters: string) => Array.from(letters, nodeUrl);
const MARKED = { paths: [urls("salt"), urls("slu")], pages: PAGES };
const WORTHS: Readonly<Record<string, number>> = { t: 1, u: 1, v: 0.125, x: 0.25, y: 0.75, h: 0.5 };
const worthOf = (url: string) => WORTHS[url.at(-1) ?? ""] ?? 0;

const pairs = priorPairs(MARKED, marksOf(MARKED), worthOf);
const rewards = new Map(pairs.map(({ url, reward }) => [url.at(-1), reward]));

describe("links between pages of a training set", () => {
  it("Prior pairs are all links between training pages, except links to themselves or unknown pages", () => {
    const ends = pairs.map(({ url, parent }) => `${parent?.at(-1)}${url.at(-1)}`);
    assert.deepEqual(ends, [
      "sa",
      "sl",
      "sx",
      "al",
      "lt",
      "lu",
      "lv",
      "ls",
      "tl",
      "xy",
      "ht",
      "hv",
    ]);
    assert.ok(pairs.every(({ weight }) => weight === 1));
  });

  it("Prior pairs have their page's label as reward when it is a target or a target's sibling", () => {
    assert.deepEqual(
      ["t", "u", "v"].map((at) => rewards.get(at)),
      [1, 1, 0.125],
    );
    assert.equal(rewards.get("y"), 0, "looks wanted, and stands on no list of targets");
  });

  it("Prior pairs on a path get four fifths per link, or the reward of pages behind: worked by hand", () => {
    // From l one link to a target, and more than half of a target behind it; from a two links.
    assert.equal(rewards.get("l"), 0.8);
    assert.ok(Math.abs((rewards.get("a") ?? 0) - 0.8 ** 2) < 1e-12);
    assert.equal(rewards.get("x"), 0);
  });

  it("Prior pairs have no reward back to the start of a path unless a target is linked there", () => {
    assert.equal(rewards.get("s"), 0);
  });

  it("Prior pairs keep the known score of the page that contains the link", () => {
    const { snippet } = pairs.find(({ parent }) => parent === nodeUrl("h")) ?? {};
    assert.deepEqual(snippet, {
      ...{ anchor: "to t", before: "", after: "", title: "title h", inherited: 0.5 },
    });
  });
});
