import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Need } from "../../../../../lib/domain/strategy/strategy.ts";
import { strategyContract } from "../../../../contract/strategy.ts";
import { aForum } from "../../../../support/a-forum.ts";
import { aNeed } from "../../../../support/a-need.ts";
import { aStrategy } from "../../../../support/a-strategy.ts";
import { forumPage } from "../../../../support/crawl-forum.ts";
import { forumEvidence } from "../../../../support/forum-evidence.ts";

const FORUM = aForum();
const EVIDENCE = forumEvidence(FORUM, 80);
const hasExample = ({ examplePage }: Need) => examplePage !== undefined;

strategyContract(aStrategy("source"), undefined, EVIDENCE);
strategyContract(aStrategy("source:goal=target"), hasExample, EVIDENCE);
strategyContract(aStrategy("source:variant=paper"), undefined, EVIDENCE);
strategyContract(aStrategy("source:variant=paper,goal=target"), hasExample, EVIDENCE);

describe("source", () => {
  const need = aNeed({ examplePage: forumPage(FORUM, FORUM.url("thread", 0)) });
  /** Pages after which it first learns. */
  const learnsAt = (options: string) => {
    const strategy = aStrategy(`source:sampleSize=50,${options}`);
    const model = strategy.train({ visits: [], misses: [] }, need, undefined);
    return strategy.compile(model).sitemapFrom;
  };

  it("learns as it crawls, for content and for a target", () => {
    assert.equal(learnsAt("goal=ucc"), 10);
    assert.equal(learnsAt("goal=target"), 10);
  });

  it("samples first and then learns once, as published, where it is told to", () => {
    assert.equal(learnsAt("variant=paper,goal=ucc"), 50);
    assert.equal(learnsAt("variant=paper,goal=target"), 50);
  });

  it("scores as published where content is to be known by structure alone", () => {
    assert.equal(learnsAt("goal=ucc,text=false"), 50);
  });
});
