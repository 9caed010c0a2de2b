import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileTarget, learnTarget } from "../../../../lib/domain/methods/source/target-judge.ts";

/** A page of a template: its own paths, those of the site's frame, and one that no other page has. */
function page(template: string, number: number) {
  const parts = ["text()", "p/a", "p/text()", "h2/text()", "div/img", "div/b/text()", "dl/dt/a"];
  const own = [...parts.map((part) => `/html/body/${template}/${part}`), `/${number}/b`];
  const frame = ["/html/body/ul/li/a", "/html/body/h1/text()", "/html/body/img"];
  return { paths: Object.fromEntries([...own, ...frame].map((path) => [path, 1 + (number % 3)])) };
}

const many = (template: string, from: number) =>
  Array.from({ length: 6 }, (_, number) => page(template, from + number));
const PAGES = [...many("article", 0), ...many("table", 10), ...many("form", 20)];

describe("a target learned from one example", () => {
  const example = page("article", 99);
  const model = learnTarget(example, PAGES, undefined);
  const judge = compileTarget(model);

  it("The target judge accepts every page of the example's template and no other page", () => {
    const found = PAGES.map((each) => judge(each).isTarget);
    assert.deepEqual(
      found,
      PAGES.map((_, place) => place < 6),
    );
  });

  it("The target judge accepts the example itself and an unseen page of its template", () => {
    assert.ok(judge(example).isTarget);
    assert.ok(judge(page("article", 500)).isTarget);
    assert.ok(!judge(page("list", 501)).isTarget);
  });

  it("The target judge is sure when a page shares most paths of the example, not just the frame's", () => {
    assert.ok(model.isSure);
    assert.ok(!learnTarget(page("list", 1), PAGES, undefined).isSure);
  });

  it("The target judge requires the similarity that the need sets", () => {
    const strict = compileTarget(learnTarget(example, PAGES, 1));
    assert.ok(PAGES.every((each) => !strict(each).isTarget));
  });

  it("The target judge survives JSON", () => {
    const kept: typeof model = JSON.parse(JSON.stringify(model));
    assert.deepEqual(PAGES.map(compileTarget(kept)), PAGES.map(judge));
  });

  it("The target judge accepts nothing when it learned from no pages", () => {
    const { isTarget, similarity } = compileTarget(learnTarget(example, [], undefined))(example);
    assert.deepEqual({ isTarget, similarity }, { isTarget: false, similarity: 0 });
  });
});
