import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { aForum } from "../../support/a-forum.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { siteUrl } from "../../support/a-sample.ts";
import { aStrategy } from "../../support/a-strategy.ts";
import { crawlForum, type ForumCrawl, shareOf } from "../../support/crawl-forum.ts";

const FORUM = aForum();
const HOST = hostOf(siteUrl("/"));
const SAMPLE = 40;
const irobot = async (seed = 1) =>
  createStrategy({ name: "irobot", sampleSize: SAMPLE }, { seed, pages: Infinity });

const urlsOf = ({ pages }: ForumCrawl) => pages.map(({ record }) => record.url);

describe("irobot", () => {
  it("irobot samples in random order, which changes with the seed", async () => {
    const crawls = await Promise.all(
      [1, 1, 2].map(async (seed) => crawlForum(FORUM, await irobot(seed), { pages: SAMPLE })),
    );
    const [first, again, other] = crawls.map(urlsOf);
    assert.deepEqual(again, first);
    assert.notDeepEqual(other, first);
  });

  it("irobot follows a tree of links to informative pages after sampling, and turns pages", async () => {
    const { pages } = await crawlForum(FORUM, await irobot(), { pages: 120 });
    const learned = pages.slice(SAMPLE);
    const kinds = new Set(learned.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(["board", "profile", "thread"]));
    const turned = learned.filter(({ record }) => record.linkWhy.startsWith("turns a page"));
    assert.ok(turned.length > 0 && shareOf("board", turned) === 1);
    // Breadth first it would be a seventh.
    const breadthFirst = await crawlForum(FORUM, aStrategy("breadth-first"), { pages: 120 });
    assert.ok(shareOf("login", breadthFirst.pages) > 0.1);
  });

  it("irobot types pages by the vertex that their link leads to", async () => {
    const { pages } = await crawlForum(FORUM, await irobot(), { pages: 120 });
    const types = Map.groupBy(pages.slice(SAMPLE), ({ record }) => record.page?.type);
    for (const alike of types.values())
      assert.equal(new Set(alike.map(({ kind }) => kind)).size, 1);
  });

  it("irobot ends when the tree and the rest of the sample are fetched", async () => {
    const { end, pages } = await crawlForum(FORUM, await irobot());
    assert.equal(end, "frontier-empty");
    const left = pages.slice(SAMPLE).filter(({ record }) => record.priority === 0);
    const onPath = pages.slice(SAMPLE).filter(({ record }) => record.priority > 0);
    assert.equal(shareOf("login", onPath), 0);
    assert.ok(shareOf("login", left) > 0.5);
    assert.ok(shareOf("thread", onPath) > 0.5);
  });

  it("irobot knows for a queued link its page's place on the path and whether it turns a page", async () => {
    const learned = {
      root: 0,
      arcs: [{ from: 0, to: 1, apath: "/ul/a", pattern: "http:\\/\\/site\\.example\\/t\\d+" }],
      vertexOf: { [siteUrl("/")]: 0 },
    };
    const model = { phase: "crawling", aim: { terms: [], threshold: 0 }, learned };
    const { rescoreLink } = (await irobot()).compile(model);
    const again = (path: string, group: string, parent = "/") => {
      const link = {
        ...{ url: siteUrl(path), parent: siteUrl(parent), group, priority: 0.5, depth: 1 },
        host: HOST,
      };
      const rest = {
        redirects: 0,
        snippet: undefined,
        why: "",
        model: "",
        sequence: 1,
        attempts: 0,
      };
      const { priority, group: vertex } = rescoreLink?.({ ...link, ...rest }) ?? {};
      return [priority, vertex];
    };
    assert.deepEqual(again("/t1", "/ul/a"), [1, "vertex-2"]);
    assert.deepEqual(again("/t1", "flip /ul/a"), [1, "vertex-2"]);
    assert.deepEqual(again("/?from=9", "flip /p/a"), [1, "vertex-1"]);
    assert.deepEqual(again("/?from=9", "/p/a"), [0, ""]);
    assert.deepEqual(again("/t1", "/p/a"), [0, ""]);
    assert.deepEqual(again("/t1", "/ul/a", "/other"), [0, ""]);
  });

  it("irobot treats a page that may belong to several vertices as one of each", async () => {
    const pattern = "http:\\/\\/site\\.example\\/t\\d+";
    const arc = (from: number, to: number, apath: string) => ({ from, to, apath, pattern });
    const arcs = [arc(0, 1, "/ul/a"), arc(0, 2, "/ul/a"), arc(2, 3, "/p/a")];
    const learned = { root: 0, arcs, vertexOf: {} };
    const model = { phase: "crawling", aim: { terms: [], threshold: 0 }, learned };
    const { scoreLinks, assessPage } = (await irobot()).compile(model);
    const scored = (apath: string, context: { depth: number; group: string }) => {
      const page = aPage({ anchors: [anAnchor("http://site.example/t1", { apath })] });
      const link = { ...context, priority: 1, parent: undefined, snippet: undefined };
      return scoreLinks(page, assessPage(page, link), link).map(({ group }) => group);
    };
    assert.deepEqual(scored("/ul/a", { depth: 0, group: "" }), ["vertex-2 vertex-3"]);
    assert.deepEqual(scored("/p/a", { depth: 1, group: "vertex-2 vertex-3" }), ["vertex-4"]);
    assert.deepEqual(scored("/p/a", { depth: 1, group: "" }), []);
  });
});
