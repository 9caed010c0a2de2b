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
  it("are the paths, where they know what these are", () => {
    for (const strategy of ["link-distance", "context-graph"])
      assert.deepEqual(toldTo(strategy), { good: [], bad: [], isShown: true });
  });

  it("are the targets as good examples, where they go by likeness", () => {
    assert.deepEqual(toldTo("best-first"), { good: ["target"], bad: [], isShown: false });
  });

  it("are all other pages as bad ones, too, where they learn from both", () => {
    const told = { good: ["target"], bad: ["root", "neighbour"], isShown: false };
    assert.deepEqual(toldTo("link-learner"), told);
  });
});
