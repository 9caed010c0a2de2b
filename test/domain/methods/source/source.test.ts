import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Need } from "../../../../lib/domain/methods/strategy.ts";
import { strategyContract } from "../../../contract/strategy.ts";
import { aForum } from "../../../support/a-forum.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aLoadedStrategy } from "../../../support/a-strategy.ts";
import { forumPage } from "../../../support/crawl-forum.ts";
import { forumEvidence } from "../../../support/forum-evidence.ts";

const FORUM = aForum();
const EVIDENCE = forumEvidence(FORUM, 80);
const hasExample = ({ examplePage }: Need) => examplePage !== undefined;

strategyContract(await aLoadedStrategy("source"), undefined, EVIDENCE);
strategyContract(await aLoadedStrategy("source:goal=target"), hasExample, EVIDENCE);

describe("source", () => {
  const need = aNeed({ examplePage: forumPage(FORUM, FORUM.url("thread", 0)) });
  /** Pages after which it first learns. */
  const learnsAt = async (options: string) => {
    const strategy = await aLoadedStrategy(`source:sampleSize=50,${options}`);
    const model = strategy.train({ visits: [], misses: [] }, need, undefined);
    const { pageTypes } = strategy.compile(model);
    return pageTypes?.kind === "learning" ? pageTypes.from : undefined;
  };

  it("source learns while it crawls, for content and for a target", async () => {
    assert.equal(await learnsAt("goal=ucc"), 10);
    assert.equal(await learnsAt("goal=target"), 10);
  });
});
