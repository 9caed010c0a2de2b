import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor } from "../../support/a-page.ts";
import { aStrategy } from "../../support/a-strategy.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { aNode, LAYER_TEXTS, SOME_PATHS } from "./some-marked-paths.ts";

const [COURSE, LIST, HOME] = LAYER_TEXTS;
const PICNIC = "photos of the picnic";
const NEED = aNeed({ paths: SOME_PATHS });

/** What the strategy thinks of a page with this text, and of its one link. */
function judged(text: string, { options = "", need = NEED } = {}) {
  const strategy = aStrategy(`context-graph${options}`);
  const { assessPage, scoreLinks } = strategy.compile(
    strategy.train({ visits: [], misses: [] }, need, undefined),
  );
  const page = { ...aNode("x", text), anchors: [anAnchor("http://site.example/y")] };
  const context = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
  const assessment = assessPage(page, context);
  const [link] = scoreLinks(page, assessment, context);
  return { ...assessment, priority: link?.priority ?? Number.NaN, linkWhy: link?.why };
}

/** Pages by path, each with its text and its links. */
type Site = Readonly<Record<string, readonly [text: string, ...links: string[]]>>;

/** The paths that a crawl of `http://site.example/` fetches, in order. */
async function order(option: string, web: Site): Promise<string[]> {
  const script = Object.fromEntries(
    Object.entries(web).map(([path, [text, ...links]]) => [
      `http://site.example${path}`,
      `${linking(...links)}<p>${text}</p>`,
    ]),
  );
  const plan = aPlan({ strategy: aStrategy(option), need: NEED });
  const ports = memoryPorts(scriptedWeb(script), plan);
  await runCrawl(ports, plan);
  return (await recordsOf(ports)).map(({ url }) => new URL(url).pathname);
}

describe("context-graph", () => {
  it("context-graph gives a page its probability of being a target as utility", () => {
    const course = judged(COURSE);
    assert.ok(course.utility > 0.9 && course.isTarget);
    for (const text of [LIST, HOME, PICNIC]) {
      const { utility, isTarget } = judged(text);
      assert.ok(utility < 0.5 && !isTarget, `${text}: ${utility}`);
    }
  });

  it("context-graph finds no target when another layer is likelier or the threshold is higher", () => {
    // A word of layer 0 and one of layer 1: 3 to 3 to 1, so that no layer is likelier than all others.
    assert.equal(judged("syllabus semester").isTarget, false);
    assert.equal(judged("syllabus syllabus semester").isTarget, true);
    const syllabus = (threshold: number) => judged("syllabus", { need: { ...NEED, threshold } });
    assert.equal(syllabus(0.5).isTarget, true);
    assert.equal(syllabus(0.7).isTarget, false);
  });

  it("context-graph queues links by their page's layer, nearer layers first and unsure pages last", () => {
    const priorities = [COURSE, "syllabus", LIST, "semester", HOME, "department", PICNIC].map(
      (text) => judged(text).priority,
    );
    assert.deepEqual(
      priorities.map(Math.floor),
      [5, 5, 4, 4, 3, 3, 0],
      "four layers: 5 for links of targets, 0 for those of no layer",
    );
    assert.deepEqual(
      priorities,
      priorities.toSorted((a, b) => b - a),
    );
  });

  it("context-graph is unsure about a page without known words, even with two layers", () => {
    const { utility, isTarget, priority } = judged(PICNIC, { options: ":layers=1" });
    assert.deepEqual(
      { utility, isTarget, priority },
      { utility: 0.5, isTarget: false, priority: 0.5 },
    );
  });

  it("context-graph requires the configured certainty", () => {
    // 3 to 1 to 1: by 0.6.
    assert.equal(judged("semester", { options: ":threshold=0.7" }).priority.toFixed(3), "0.600");
    assert.equal(judged("semester").priority.toFixed(3), "4.600");
    assert.equal(judged("semester").why, "layer 1 by 0.600");
    assert.equal(judged(PICNIC).linkWhy, "page of the link: no layer, at best layer 0 by 0.333");
  });

  it("context-graph follows links of targets first, then links of pages that lead to targets", async () => {
    const web: Site = {
      "/": [HOME, "/picnic", "/list"],
      "/picnic": [PICNIC, "/p1", "/p2"],
      "/list": [LIST, "/c1", "/c2"],
      "/c1": [COURSE, "/solutions"],
      "/c2": [COURSE],
      "/solutions": [PICNIC, "/p3"],
      "/p1": [HOME, "/staff"],
      "/p2": [PICNIC],
      "/p3": [PICNIC],
      "/staff": [PICNIC],
    };
    assert.deepEqual(
      await order("context-graph", web),
      "/ /picnic /list /c1 /solutions /c2 /p1 /staff /p2 /p3".split(" "),
    );
  });

  it("context-graph queues a link where the best of its pages puts it", async () => {
    const web: Site = {
      "/": [PICNIC, "/a", "/b", "/list", "/late"],
      "/a": [PICNIC],
      "/b": [PICNIC],
      "/list": [PICNIC],
      "/late": [PICNIC],
    };
    assert.deepEqual(await order("context-graph", web), ["/", "/a", "/b", "/list", "/late"]);
    const raised: Site = { ...web, "/a": [LIST, "/late"] };
    assert.deepEqual(await order("context-graph", raised), ["/", "/a", "/late", "/b", "/list"]);
  });

  it("context-graph reaches all targets of a site with many sections before it looks elsewhere", async () => {
    const sections = Array.from({ length: 8 }, (_, n) => `/s${n}`);
    const pagesOf = (section: string) => Array.from({ length: 8 }, (_, n) => `${section}/${n}`);
    const isList = (section: string) => section === "/s5";
    const web: Record<string, readonly [string, ...string[]]> = { "/": [HOME, ...sections] };
    for (const section of sections) {
      web[section] = [isList(section) ? LIST : PICNIC, ...pagesOf(section)];
      for (const page of pagesOf(section)) web[page] = [isList(section) ? COURSE : PICNIC];
    }
    const lastTarget = async (name: string) =>
      (await order(name, web)).findLastIndex((path) => path.startsWith("/s5/")) + 1;
    // The start page, six sections until the list is found, its eight courses.
    assert.equal(await lastTarget("context-graph"), 1 + 6 + 8);
    assert.equal(await lastTarget("breadth-first"), 1 + 8 + 6 * 8);
  });

  it("context-graph requires click paths", () => {
    const { checkNeed } = aStrategy("context-graph");
    assert.equal(checkNeed?.(NEED), undefined);
    assert.throws(() => checkNeed?.(aNeed()), { code: "no-click-path" });
  });
});
