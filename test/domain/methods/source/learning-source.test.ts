import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "../../../../lib/domain/json.ts";
import { aForum, type Forum, type ForumPageKind } from "../../../support/a-forum.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aStrategy } from "../../../support/a-strategy.ts";
import { crawlForum, forumPage, shareOf } from "../../../support/crawl-forum.ts";
import { forumEvidence } from "../../../support/forum-evidence.ts";

const FORUM = aForum();
const CONTEXT = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };

/** A model after which no training is to come. */
function ended(model: Json): Json {
  return { ...(model as { [key: string]: Json }), next: null };
}

/** How a crawl stands, with so many pages since the training, and outliers among them. */
const progress = (pages: number, pagesAtTraining: number, outliers = 0) => ({
  ...{ pages, pagesAtTraining, drawn: pages, layerDone: false },
  types: new Map([["outlier", outliers]]),
});

describe("source that learns while it crawls", () => {
  const sites = { thread: FORUM, profile: aForum({ members: 120 }) };
  for (const [kind, forum] of Object.entries(sites) as [ForumPageKind, Forum][]) {
    it(`source fetches almost only pages like the example after a short sample: ${kind}`, async () => {
      const need = { examplePage: forumPage(forum, forum.url(kind, 11)) };
      const { pages } = await crawlForum(forum, aStrategy("source:goal=target"), {
        pages: 90,
        need,
      });
      assert.ok(shareOf(kind, pages.slice(30)) >= 0.85, String(shareOf(kind, pages.slice(30))));
      for (const { record, kind: truth } of pages.slice(30))
        assert.equal(record.page?.isTarget, truth === kind, record.url);
    });
  }

  it("source fetches user-created content before forms and lists", async () => {
    const { pages } = await crawlForum(FORUM, aStrategy("source"), { pages: 100 });
    const breadthFirst = await crawlForum(FORUM, aStrategy("breadth-first"), { pages: 100 });
    assert.ok(shareOf("thread", pages.slice(40)) >= 0.9);
    assert.ok(shareOf("thread", pages) > shareOf("thread", breadthFirst.pages));
  });

  it("source repeats the same crawl of the same site", async () => {
    const crawl = () => crawlForum(FORUM, aStrategy("source"), { pages: 60 });
    const urls = ({ pages }: Awaited<ReturnType<typeof crawl>>) =>
      pages.map(({ record }) => record.url);
    assert.deepEqual(urls(await crawl()), urls(await crawl()));
  });

  it("source fetches all of a small site, and of a site without links", async () => {
    const small = aForum({ boards: 1, threads: 2, members: 1 });
    const whole = await crawlForum(small, aStrategy("source"));
    assert.equal(whole.end, "frontier-empty");
    assert.equal(whole.pages.length, new Set(whole.pages.map(({ record }) => record.url)).size);
    const alone = { ...small, html: { [small.seed]: "<p>Nothing leads on.</p>" } };
    assert.equal((await crawlForum(alone, aStrategy("source"))).pages.length, 1);
  });

  it("source rejects a need without an example page when the goal is a target", () => {
    assert.throws(() => aStrategy("source:goal=target").checkNeed?.(aNeed()), {
      code: "no-example",
    });
    assert.equal(aStrategy("source").checkNeed?.(aNeed()), undefined);
  });
});

describe("trainings of source", () => {
  const strategy = aStrategy("source");
  const trainedAt = (pages: number) =>
    strategy.train(forumEvidence(FORUM, pages), aNeed(), undefined);

  it("source trains after ten pages, then whenever the pages grow by a quarter", () => {
    const first = strategy.train({ visits: [], misses: [] }, aNeed(), undefined);
    assert.ok(!strategy.isStale(progress(9, 0), first));
    assert.ok(strategy.isStale(progress(10, 0), first));
    assert.ok(!strategy.isStale(progress(99, 80), trainedAt(80)));
    assert.ok(strategy.isStale(progress(100, 80), trainedAt(80)));
  });

  it("source keeps the structure of pages as long as another training will come", () => {
    const page = forumPage(FORUM, FORUM.url("thread", 3));
    const model = trainedAt(80);
    assert.ok(strategy.compile(model).assessPage(page, CONTEXT).structure !== undefined);
    const last = ended(model);
    assert.equal(strategy.compile(last).assessPage(page, CONTEXT).structure, undefined);
  });

  it("source stops training after the last one, unless the site has drifted", () => {
    const last = ended(trainedAt(80));
    assert.ok(!strategy.isStale(progress(5_000, 1_280, 100), last));
    assert.ok(strategy.isStale(progress(1_380, 1_280, 80), last));
    const again = strategy.train(forumEvidence(FORUM, 100), aNeed(), last);
    assert.equal(strategy.compile(again).phase, "sampling again");
  });

  it("source names the phase that comes next after a training", () => {
    assert.equal(strategy.compile(trainedAt(20)).phase, "sampling");
    assert.equal(strategy.compile(trainedAt(80)).phase, "crawling");
  });

  it("source says so as long as it cannot tell pages like the example, and not of user-created content", () => {
    const target = aStrategy("source:goal=target");
    const need = aNeed({ examplePage: forumPage(FORUM, FORUM.url("thread", 11)) });
    const saidAfter = (pages: number) => {
      const evidence = pages === 0 ? { visits: [], misses: [] } : forumEvidence(FORUM, pages);
      return target.compile(target.train(evidence, need, undefined)).cannotTell;
    };
    assert.match(saidAfter(0) ?? "", /no page has been found yet/);
    assert.equal(saidAfter(80), undefined);
    assert.equal(strategy.compile(trainedAt(20)).cannotTell, undefined);
  });

  it("source finds page types and their links in its trainings", () => {
    const { pageTypes } = strategy.compile(trainedAt(120));
    const sitemap = pageTypes?.kind === "known" ? pageTypes.sitemap : undefined;
    const pages = sitemap?.types.reduce((sum, type) => sum + type.pages, sitemap.outliers);
    assert.equal(pages, 120);
    assert.ok((sitemap?.arcs.length ?? 0) > 0);
  });
});
