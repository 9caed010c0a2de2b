import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aForum } from "../../support/a-forum.ts";
import { aNeed } from "../../support/a-need.ts";
import { aLoadedStrategy } from "../../support/a-strategy.ts";
import { crawlForum, forumPage, shareOf } from "../../support/crawl-forum.ts";
import { forumEvidence } from "../../support/forum-evidence.ts";

const FORUM = aForum();
const SAMPLE = 40;
const published = async (options: string) =>
  aLoadedStrategy(`published-source:sampleSize=${SAMPLE},${options}`);
const topic = forumPage(FORUM, FORUM.url("thread", 50));
const need = { examplePage: topic };

const EVIDENCE = forumEvidence(FORUM, 80);
const hasExample = ({ examplePage }: Need) => examplePage !== undefined;

strategyContract(await aLoadedStrategy("published-source"), undefined, EVIDENCE);
strategyContract(await aLoadedStrategy("published-source:goal=target"), hasExample, EVIDENCE);

describe("source as published", () => {
  it("source as published samples first and then learns once", async () => {
    for (const goal of ["ucc", "target"]) {
      const strategy = await published(`goal=${goal}`);
      const untaught = strategy.train({ visits: [], misses: [] }, aNeed(need), undefined);
      const { pageTypes } = strategy.compile(untaught);
      assert.equal(pageTypes?.kind === "learning" && pageTypes.from, SAMPLE);
    }
  });

  it("source as published samples, then fetches mostly pages of the example's type", async () => {
    const { pages } = await crawlForum(FORUM, await published("goal=target"), { pages: 100, need });
    assert.ok(shareOf("thread", pages.slice(SAMPLE)) >= 0.9);
  });

  it("source as published judges pages by the example's cluster: all threads except outliers", async () => {
    const { pages } = await crawlForum(FORUM, await published("goal=target"), { pages: 100, need });
    const judged = Map.groupBy(pages.slice(SAMPLE), ({ record }) => record.page?.isTarget === true);
    assert.equal(shareOf("thread", judged.get(true) ?? []), 1);
    assert.ok((judged.get(true)?.length ?? 0) >= 45);
    for (const { record } of judged.get(false) ?? [])
      assert.equal(record.page?.type, "outlier", record.url);
  });

  it("source as published has page types of one kind each", async () => {
    const { pages } = await crawlForum(FORUM, await published("goal=ucc"));
    const kinds = Map.groupBy(pages.slice(SAMPLE), ({ record }) => record.page?.type ?? "");
    for (const [type, members] of kinds)
      if (type !== "outlier") assert.equal(new Set(members.map(({ kind }) => kind)).size, 1, type);
  });

  it("source rejects a need without an example page when the goal is a target", async () => {
    const { checkNeed } = await published("goal=target");
    assert.throws(() => checkNeed?.(aNeed()), { code: "no-example" });
    assert.equal((await published("goal=ucc")).checkNeed?.(aNeed()), undefined);
  });
});
