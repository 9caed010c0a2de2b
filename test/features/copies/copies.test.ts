import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { Evidence } from "../../../lib/domain/methods/strategy.ts";
import { open } from "../../../lib/features/copies/rule.ts";
import type { OpenedRules } from "../../../lib/features/feature.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aStrategy } from "../../support/a-strategy.ts";
import { aUrl } from "../../support/a-url.ts";
import { assertSound } from "../../support/assert-sound.ts";
import { collect } from "../../support/collect.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { linking, type Script, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const SITE = "http://site.example";
const TEXT = Array.from({ length: 300 }, (_, n) => `word${(n * n) % 997}`).join(" ");
const OTHER = Array.from({ length: 300 }, (_, n) => `thing${(n * n) % 991}`).join(" ");
const THIRD = Array.from({ length: 300 }, (_, n) => `item${(n * n) % 983}`).join(" ");
const ADDED = (name: string) =>
  Array.from({ length: 50 }, (_, n) => `${name}${(n * n) % 977}`).join(" ");
const article = (text: string, head = "") => `${head}<title>An article</title><p>${text}.</p>`;

/** A site of an article, copies of it, and pages that are none. */
const PAGES: Readonly<Record<string, Script>> = {
  [`${SITE}/`]: linking(
    "/first",
    "/same",
    "/print",
    "/moved",
    "/other",
    "/short1",
    "/short2",
    "/comments",
  ),
  [`${SITE}/first`]: article(TEXT),
  [`${SITE}/same`]: article(TEXT),
  [`${SITE}/print`]: article(`${TEXT} printed today`),
  [`${SITE}/moved`]: {
    kind: "redirect",
    status: 301,
    headers: [],
    location: aUrl(`${SITE}/first`),
  },
  [`${SITE}/other`]: article(OTHER),
  [`${SITE}/short1`]: "<p>Bees fly in spring, and rest in winter.",
  [`${SITE}/short2`]: "<p>Bees fly in spring, and rest in winter. They do.",
  // What is added is too much for a near copy: only what the page says of itself makes it one.
  [`${SITE}/comments`]: article(`${TEXT} ${ADDED("a")}`, '<link rel="canonical" href="/first">'),
  [`${SITE}/essay`]: article(`${TEXT} ${ADDED("b")}`),
  [`${SITE}/wrong`]: article(THIRD, '<link rel="canonical" href="/first">'),
};

/** Every page is a target of utility 1. */
function all(evidence: Evidence[] = []): CrawlPlan["strategy"] {
  const sound = aStrategy({ name: "breadth-first" });
  return {
    ...sound,
    train: (given, ...rest) => {
      evidence.push(given);
      return sound.train(given, ...rest);
    },
    isStale: () => true,
    compile: (model) => ({
      ...sound.compile(model),
      assessPage: () => ({ utility: 1, isTarget: true, type: undefined, why: "all" }),
    }),
  };
}

async function crawled(features: OpenedRules, ...sessions: readonly number[]) {
  const evidence: Evidence[] = [];
  const plan = aPlan({ strategy: all(evidence), ...features });
  const ports = memoryPorts(scriptedWeb(PAGES), plan);
  for (const pages of [...sessions, Number.POSITIVE_INFINITY])
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages } });
  return { ports, plan, records: await recordsOf(ports), evidence: evidence.at(-1) };
}

function copiesIn(records: Awaited<ReturnType<typeof recordsOf>>): Record<string, string> {
  const found = records.flatMap(({ url, page }) =>
    page?.copyOf === undefined ? [] : [[url, page.copyOf].map((each) => each.slice(SITE.length))],
  );
  return Object.fromEntries(found);
}

const GROUP = rulesOf(open());
const KEEP = rulesOf();
const FOUND = { "/same": "/first", "/print": "/first", "/comments": "/first" };

describe("a crawl that groups copies", () => {
  it("A page of the same bytes or of nearly the same text is a copy of the one fetched first; a page is one of its canonical page if their texts are alike; redirects and short texts are none", async () => {
    const { records, evidence } = await crawled(GROUP);
    assert.deepEqual(copiesIn(records), FOUND);
    const copy = records.find(({ url }) => url.endsWith("/print"))?.page;
    assert.deepEqual([copy?.isTarget, copy?.utility, copy?.copyBy], [false, 0, "text"]);
    assert.match(
      copy?.why ?? "",
      /^a copy of http:\/\/site\.example\/first by its text; without: all$/,
    );
    const visit = evidence?.visits.find(({ url }) => url.endsWith("/print"));
    assert.deepEqual([visit?.isTarget, visit?.utility, visit?.isCopy], [false, 0, true]);
  });

  it("A crawl that is paused and resumed finds the same copies", async () => {
    const whole = await crawled(GROUP);
    for (const pages of [2, 3, 4, 5])
      assert.deepEqual(copiesIn((await crawled(GROUP, pages)).records), copiesIn(whole.records));
  });

  it("A stack finds the same copies as one machine", async () => {
    const plan = aPlan({ strategy: all(), ...GROUP });
    const stack = new SimulatedStack(plan, scriptedWeb(PAGES), 1, CALM, 1_000, true);
    await stack.crawl();
    await assertSound(stack, "copies");
    const { records, close } = await stack.stored();
    assert.deepEqual(copiesIn(await collect(records.list())), FOUND);
    close();
  });

  it("Where copies are kept, no page is one, and records say nothing of it", async () => {
    const { records } = await crawled(KEEP);
    assert.deepEqual(copiesIn(records), {});
    assert.ok(records.every(({ page }) => page === undefined || !("textPrint" in page)));
  });

  it("A copy that the user labels is a page like others", async () => {
    const { ports, plan } = await crawled(GROUP);
    await ports.labels.append([{ url: aUrl(`${SITE}/print`), label: 1, at: 1 }]);
    await runCrawl(ports, plan);
    const page = (await ports.records.get(aUrl(`${SITE}/print`)))?.page;
    assert.deepEqual([page?.isTarget, page?.copyOf], [true, undefined]);
    const still = (await ports.records.get(aUrl(`${SITE}/same`)))?.page;
    assert.deepEqual([still?.isTarget, still?.copyOf], [false, `${SITE}/first`]);
  });
});
