import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { needFor } from "../../../bench/courses/needs.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

const url = (name: string) => aUrl(`http://site.example/${name}`);
const MARKED = {
  paths: [[url("root"), url("target")]],
  pages: ["root", "target", "neighbour"].map((name) => aPage({ url: url(name) })),
};

const toldTo = (strategy: string) => {
  const { good, bad, paths } = needFor(strategy, MARKED);
  const names = (pages: typeof good) => pages.map((page) => page.url.split("/").at(-1));
  return { good: names(good), bad: names(bad), isShown: paths === MARKED };
};

describe("what strategies are told of marked paths", () => {
  it("A strategy that learns from paths gets the marked paths", () => {
    for (const strategy of ["link-distance", "published-link-distance", "context-graph"])
      assert.deepEqual(toldTo(strategy), { good: [], bad: [], isShown: true });
  });

  it("A strategy that goes by similarity gets the targets as good examples", () => {
    assert.deepEqual(toldTo("best-first"), { good: ["target"], bad: [], isShown: false });
  });

  it("A strategy that learns from both gets all other pages as bad examples, too", () => {
    const told = { good: ["target"], bad: ["root", "neighbour"], isShown: false };
    assert.deepEqual(toldTo("link-learner"), told);
  });
});
