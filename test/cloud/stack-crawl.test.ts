import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Deployment, theDeployment } from "./support/a-deployment.ts";
import { embeddedCrawl, type Outcome } from "./support/embedded-crawl.ts";
import {
  assertAskedOnce,
  assertConserved,
  assertPolite,
  assertReadable,
} from "./support/invariants.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo, aServedForum, forumSkip, type ServedWeb } from "./support/served-web.ts";
import { type EndedCrawl, endOfCrawl, type StackPage, startCrawl } from "./support/stack-crawl.ts";

const MIN_DELAY_MS = 20;
const BUDGET = 150;

/** Sites that are fetched in a minute: none of them asks for a crawl delay. */
const SITES = ["university", "garden-blog", "kitchen-blog", "news", "broken"] as const;

const politeness = {
  contact: "keeper@demo.example",
  minDelayMs: MIN_DELAY_MS,
  minDelayPerAddressMs: 1,
  allowLoopback: true,
};

function aProject({ seeds, examples }: ServedWeb, parts: Readonly<Record<string, unknown>>) {
  return {
    need: { topic: "beekeeping", ...examples },
    seeds: { urls: seeds },
    scope: { hosts: "seeds" },
    politeness,
    ...parts,
  };
}

/**
 * Returns what both engines report of their URLs, in order of the URLs and without the ports of the
 * one web.
 */
function told(web: ServedWeb, outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes
    .map(({ title, ...outcome }) => ({
      ...outcome,
      // The listing cuts titles that are longer.
      title: title.slice(0, 200),
      url: web.nameOf(outcome.url),
    }))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

function outcomeOf({ url, state, reason, title, isTarget, utility }: StackPage): Outcome {
  return { url, state, reason, title, isTarget, utility };
}

describe("a crawl in a stack, on MiniStack", { skip }, () => {
  let deployment: Deployment;
  const crawl = async (project: Readonly<Record<string, unknown>>): Promise<EndedCrawl> => {
    await startCrawl(deployment, project);
    return endOfCrawl(deployment);
  };

  before(async () => {
    deployment = await theDeployment();
  });

  it("A crawl in a stack gives breadth-first the pages, outcomes and totals of one machine", async (test) => {
    const [web, other] = [await aServedDemo(test, SITES), await aServedDemo(test, SITES)];
    // The bad pages matter: without any, pages are judged by what was seen first.
    const parts = { strategy: "breadth-first", budget: { pages: 100_000 } };
    const [ended, embedded] = await Promise.all([
      crawl(aProject(web, parts)),
      embeddedCrawl(aProject(other, parts)),
    ]);
    assert.equal(ended.state.end, "frontier-empty");
    assert.equal(embedded.end, "frontier-empty");
    assert.deepEqual(told(web, ended.pages.map(outcomeOf)), told(other, embedded.outcomes));
    assert.deepEqual(ended.state.report, embedded.report);
    assertConserved(ended);
    assertPolite(web, MIN_DELAY_MS);
    await assertReadable(deployment, ended.pages);
  });

  for (const strategy of ["best-first", "adaptive", "auto"]) {
    it(`A crawl in a stack spends its budget with ${strategy} as one machine does`, async (test) => {
      const [web, other] = [await aServedDemo(test), await aServedDemo(test)];
      const parts = { strategy, budget: { pages: BUDGET } };
      const [ended, embedded] = await Promise.all([
        crawl(aProject(web, parts)),
        embeddedCrawl(aProject(other, parts)),
      ]);
      await assertSpent(web, ended);
      assert.equal(ended.state.end, embedded.end);
      assert.equal(ended.state.report?.fetched, embedded.report.fetched);
    });
  }

  it("A crawl in a stack learns the types of a recorded forum's pages", {
    skip: forumSkip,
  }, async (test) => {
    const web = await aServedForum(test);
    const parts = { need: {}, strategy: { name: "source" }, budget: { pages: BUDGET } };
    const ended = await crawl(aProject(web, parts));
    await assertSpent(web, ended);
    assert.ok(ended.pages.some(({ type }) => type !== null));
  });

  async function assertSpent(web: ServedWeb, ended: EndedCrawl): Promise<void> {
    assert.equal(ended.state.end, "budget-pages");
    assert.equal(ended.state.report?.fetched, BUDGET);
    assertConserved(ended);
    assertAskedOnce(web);
    assertPolite(web, MIN_DELAY_MS);
    await assertReadable(deployment, ended.pages);
  }
});
