import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileTarget, learnTarget } from "../../../../lib/domain/methods/source/target-judge.ts";

/** A page of a template: its own paths, those of the site's frame, and one that no other page has. */
function page(template: string, number: number) {
  const parts = ["text()", "p/a", "p/text()", "h2/text()", "div/img", "div/b/text()", "dl/dt/a"];
  const own = [...parts.map((part) => `/html/body/${template}/${part}`), `/${number}/b`];
  const frame = ["/html/body/ul/li/a", "/html/body/h1/text()", "/html/body/img"];
  const paths = Object.fromEntries([...own, ...frame].map((path) => [path, 1 + (number % 3)]));
  return { paths, form: `/${template}/0` };
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

describe("a type that has most of the template of another", () => {
  /** A page with so many parts, beside the frame of the site. */
  const withParts = (parts: number, number: number, form: string) => {
    const own = Array.from({ length: parts }, (_, part) => `/html/body/main/section/p${part}`);
    const paths = [...own, "/html/body/ul/li/a", "/html/body/img", `/${number}/b`];
    return { paths: Object.fromEntries(paths.map((path) => [path, 1])), form };
  };
  const sixWith = (parts: number, form: string) =>
    Array.from({ length: 6 }, (_, number) => withParts(parts, 10 * parts + number, form));
  /** How many pages of each type are called by an example that has forty parts. */
  const called = (...types: ReturnType<typeof withParts>[][]) => {
    const example = withParts(40, 99, "/course/0");
    const judge = compileTarget(learnTarget(example, types.flat(), undefined));
    return types.map((pages) => pages.filter((page) => judge(page).isTarget).length);
  };
  const [courses, others] = [sixWith(40, "/course/0"), sixWith(0, "/news/0")];

  it("Pages with most of the example's template are of another type if their URLs have another form", () => {
    assert.deepEqual(called(courses, sixWith(30, "/people/0"), others), [6, 0, 0]);
  });

  it("They are of its type if their URLs have its form: a thread may have answers or none", () => {
    assert.deepEqual(called(courses, sixWith(30, "/course/0"), others), [6, 6, 0]);
  });

  it("They are of its type if they are nearly as similar as pages of its form", () => {
    const second = sixWith(39, "/course/0?page=0");
    assert.deepEqual(called(courses, second, others), [6, 6, 0]);
    assert.deepEqual(called(courses, second, sixWith(30, "/people/0"), others), [6, 6, 0, 0]);
  });

  it("They are of its type if nothing divides them clearly from pages of its form", () => {
    const parts = [28, 30, 32, 34, 36, 38];
    const spread = parts.map((count) => withParts(count, 900 + count, "/course/list"));
    assert.deepEqual(called(courses, spread, others), [6, 6, 0]);
  });

  it("They are of its type as long as fewer than three pages of its form tell them apart", () => {
    const people = sixWith(30, "/people/0");
    assert.deepEqual(called(courses.slice(0, 2), people, others), [2, 6, 0]);
    assert.deepEqual(called(courses.slice(0, 3), people, others), [3, 0, 0]);
  });
});
