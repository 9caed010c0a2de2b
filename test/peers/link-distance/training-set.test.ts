import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { trainingSet } from "../../../peers/link-distance/training-set.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";

/** Pages as letters, each with the letters that it links to by an anchor text of its own, or the one given. */
function setOf(paths: readonly string[], links: Readonly<Record<string, string>>, text?: string) {
  return trainingSet({
    paths: paths.map((path) => path.split("").map((letter) => nodeUrl(letter))),
    pages: Object.entries(links).map(([letter, to]) =>
      aPage({
        url: nodeUrl(letter),
        anchors: to
          .split("")
          .map((target) => anAnchor(nodeUrl(target), { text: text ?? `${letter}${target}` })),
      }),
    ),
  });
}

describe("the training set of marked paths", () => {
  const set = setOf(["sat"], { s: "an", a: "t", t: "sx", n: "mt", m: "" });

  it("The training set gives pages of the paths their relevance, and neighbours none", () => {
    assert.deepEqual([...set.labels], [0, 0.5, 1, Number.NaN, Number.NaN]);
  });

  it("The training set has all links to known pages in order, whichever page contains them", () => {
    const [a, n, t, s, m] = [1, 3, 2, 0, 4];
    assert.deepEqual(
      set.links.map(({ to }) => to),
      [a, n, t, s, m, t],
    );
  });

  it("The training set knows the previous page on each shortest path from a start page", () => {
    const [s, a, n] = [0, 1, 3];
    assert.deepEqual([...set.before], [-1, s, a, s, n]);
  });

  it("The training set accepts several start pages, and unreachable pages have no path", () => {
    const { before } = setOf(["sat", "ru"], { s: "a", a: "t", t: "", r: "ua", u: "", x: "s" });
    assert.deepEqual([...before], [-1, 0, 1, -1, 3, -1]);
  });

  it("The training set counts links with the same anchor text once and ignores self-links", () => {
    const menu = setOf(["sat"], { s: "sat", a: "sat", t: "sat" }, "menu");
    assert.deepEqual(
      menu.links.map(({ to }) => to),
      [1, 2, 0],
    );
  });

  it("The training set omits a page of a path that was not fetched", () => {
    const { labels, before } = setOf(["sat"], { a: "t", t: "" });
    assert.deepEqual([...labels], [0.5, 1]);
    assert.deepEqual([...before], [-1, -1]);
  });
});
