import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { layeredPages } from "../../../peers/context-graph/layered-pages.ts";
import { SOME_PATHS } from "./some-marked-paths.ts";

const lettersOf = (layers: number, paths = SOME_PATHS) =>
  layeredPages(paths, layers)
    .map(({ view, layer }) => `${view.url.slice(-1)}${layer}`)
    .join(" ");

describe("the layers of marked pages", () => {
  it("Layered pages have the number of links to a target as layer, and neighbours have none", () => {
    assert.equal(lettersOf(4), "h2 c1 t0 i2 d1 u0");
  });

  it("Layered pages end at the configured number of layers", () => {
    assert.equal(lettersOf(1), "c1 t0 d1 u0");
  });

  it("Layered pages contain only pages that were fetched", () => {
    const pages = SOME_PATHS.pages.filter(({ url }) => !/[ct]$/.test(url));
    assert.equal(lettersOf(4, { ...SOME_PATHS, pages }), "h2 i2 d1 u0");
  });
});
