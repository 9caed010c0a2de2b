import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Strategy } from "../../../lib/domain/methods/strategy.ts";
import { pageStructure } from "../../../lib/domain/page/page-structure.ts";
import { aForum } from "../../support/a-forum.ts";
import { aNeed } from "../../support/a-need.ts";
import { aStrategy } from "../../support/a-strategy.ts";
import { crawlForum, forumPage, shareOf } from "../../support/crawl-forum.ts";
import { aVisit } from "../../support/some-evidence.ts";

const FORUM = aForum();
const SAMPLE = 40;
const CONTEXT = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
const tpm = () => aStrategy(`tpm:sampleSize=${SAMPLE}`);
const topic = forumPage(FORUM, FORUM.url("thread", 50));
const need = { examplePage: topic };

/** The crawl that pages of the forum teach. */
function learnedFrom(strategy: Strategy, urls: readonly (typeof topic.url)[], goal = need) {
  const visits = urls.map((url, index) => {
    const structure = pageStructure(forumPage(FORUM, url));
    return aVisit("", "", { url, depth: Math.min(index, 1), structure });
  });
  const begun = strategy.train({ visits: [], misses: [] }, aNeed(goal), undefined);
  return strategy.compile(strategy.train({ visits, misses: [] }, aNeed(goal), begun));
}

describe("tpm", () => {
  it("tpm samples breadth-first, then fetches almost only pages like the example", async () => {
    const { pages } = await crawlForum(FORUM, tpm(), { pages: 100, need });
    const breadthFirst = await crawlForum(FORUM, aStrategy("breadth-first"), { pages: 100 });
    const kinds = (list: typeof pages) => list.map(({ kind }) => kind);
    assert.deepEqual(kinds(pages).slice(0, SAMPLE), kinds(breadthFirst.pages).slice(0, SAMPLE));
    assert.ok(shareOf("thread", pages.slice(SAMPLE)) >= 0.9);
    assert.ok(shareOf("thread", breadthFirst.pages.slice(SAMPLE)) < 0.6);
  });

  it("tpm judges pages by their structure", async () => {
    const { pages } = await crawlForum(FORUM, tpm(), { pages: 100, need });
    for (const { kind, record } of pages)
      assert.equal(record.page?.isTarget, kind === "thread", record.url);
  });

  it("tpm learns the path from the index over lists to topics", () => {
    const { scoreLinks, assessPage } = learnedFrom(tpm(), [
      FORUM.seed,
      FORUM.url("board", 0),
      FORUM.url("thread", 0),
      FORUM.url("thread", 1),
      FORUM.url("thread", 2),
      FORUM.url("profile", 0),
    ]);
    const followed = (url: typeof topic.url) => {
      const page = forumPage(FORUM, url);
      const links = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
      return new Set(links.map((link) => FORUM.kinds.get(link.url)));
    };
    assert.deepEqual(followed(FORUM.seed), new Set(["board", "thread"]));
    assert.deepEqual(followed(FORUM.url("board", 4)), new Set(["thread"]));
    assert.deepEqual(followed(FORUM.url("thread", 7)), new Set());
    assert.deepEqual(followed(FORUM.url("profile", 7)), new Set(["thread"]));
  });

  it("tpm ends when its patterns and the rest of the sample are exhausted", async () => {
    const { end, pages } = await crawlForum(FORUM, tpm(), { need });
    assert.equal(end, "frontier-empty");
    assert.ok(pages.length < FORUM.kinds.size);
    const found = pages.slice(SAMPLE).filter(({ record }) => record.priority > 0);
    assert.ok(found.every(({ kind }) => kind === "thread" || kind === "board"));
  });

  it("tpm uses the URL of the example when the sample has no target page", () => {
    const { rescoreLink } = learnedFrom(tpm(), [FORUM.seed, FORUM.url("help", 0)]);
    const link = { ...CONTEXT, host: aVisit("a", "").host, why: "", redirects: 0 };
    const waiting = { ...link, model: "", sequence: 1, attempts: 0 };
    const priority = (url: typeof topic.url) => rescoreLink?.({ ...waiting, url })?.priority;
    assert.equal(priority(FORUM.url("thread", 3)), 1);
    assert.equal(priority(FORUM.url("profile", 3)), 0);
  });

  it("tpm uses the need's threshold when one is given", () => {
    const strict = { examplePage: topic, threshold: 1 };
    const { assessPage } = learnedFrom(tpm(), [FORUM.seed, FORUM.url("board", 0)], strict);
    assert.equal(assessPage(topic, CONTEXT).isTarget, true);
    assert.equal(assessPage(forumPage(FORUM, FORUM.url("board", 1)), CONTEXT).isTarget, false);
  });

  it("tpm rejects a need without an example page", () => {
    assert.throws(() => tpm().checkNeed?.(aNeed({ topic: "bees" })), { code: "no-example" });
    assert.equal(tpm().checkNeed?.(aNeed(need)), undefined);
  });
});
