import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { informativeness } from "../../../peers/irobot/learn-path.ts";
import { aStructure } from "../../support/a-sample.ts";

const text = (runs: number) => ({ paths: { "/html/body/p/text()": runs, "/html/body/a": 1 } });
const pages = (...runs: readonly number[]) => runs.map((count) => aStructure(text(count)));

describe("the filter of informative pages", () => {
  const informs = informativeness(pages(8, 9, 10, 11, 12));

  it("The informativeness filter keeps groups of several different pages with text", () => {
    assert.equal(informs(pages(9, 10, 11)), true);
  });

  it("The informativeness filter drops single pages and groups below one in a hundred", () => {
    assert.equal(informs(pages(9)), false);
    const large = informativeness(Array.from({ length: 400 }, () => aStructure(text(10))));
    assert.equal(large(pages(9, 10, 11)), false);
    assert.equal(large(pages(9, 10, 11, 12)), true);
  });

  it("The informativeness filter drops pages with less than a fifth of the usual text", () => {
    assert.equal(informs(pages(1, 2)), false);
    assert.equal(informs(pages(1, 3)), true);
  });

  it("The informativeness filter drops groups of mostly equal pages, links included", () => {
    assert.equal(informs(pages(9, 9, 9)), false);
    const apart = ["/1", "/2", "/3"].map((to) => aStructure({ ...text(9), links: { "/a": to } }));
    assert.equal(informs(apart), true);
  });
});
