import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { KindCounts, skeletonKind } from "../../../../lib/domain/methods/source/kind-counts.ts";
import { learnSoFar, mixedWorth } from "../../../../lib/domain/methods/source/learn-so-far.ts";
import type { SourceAim } from "../../../../lib/domain/methods/source/source-aim.ts";
import type { Evidence } from "../../../../lib/domain/methods/strategy.ts";
import { urlSkeleton } from "../../../../lib/domain/web/url/url-skeleton.ts";
import { aForum } from "../../../support/a-forum.ts";
import { forumEvidence } from "../../../support/forum-evidence.ts";

const FORUM = aForum();
const EVIDENCE = forumEvidence(FORUM, 120, "classPath");
const CONTENT: SourceAim = { example: null, exampleUrl: null, threshold: null };

const threadUrl = FORUM.url("thread", 0);
const thread = EVIDENCE.visits.find(({ url }) => url === threadUrl)?.structure;
const THREADS: SourceAim = {
  ...{ example: thread?.paths ?? null, exampleUrl: threadUrl, threshold: null },
};

/** The type that most pages of a kind were placed in. */
function typeOf(kind: string, learned: ReturnType<typeof learnSoFar>): string {
  const { places, sitemap } = learned.site;
  const counts = new Map<string, number>();
  for (const [url, cluster] of Object.entries(places)) {
    const name = sitemap.types[cluster]?.name;
    const isOfKind = [...FORUM.kinds].some(([page, each]) => page === url && each === kind);
    if (name !== undefined && isOfKind) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  assert.ok(most !== undefined, kind);
  return most[0];
}

describe("what a crawl has learned so far", () => {
  it("Training of source finds page types and the mean score of each type's pages", () => {
    const learned = learnSoFar(EVIDENCE, THREADS);
    assert.equal(learned.typeWorth[typeOf("thread", learned)], 1);
    assert.equal(learned.typeWorth[typeOf("profile", learned)], 0);
    for (const worth of Object.values(learnSoFar(EVIDENCE, CONTENT).typeWorth))
      assert.ok(worth >= 0 && worth <= 1);
  });

  it("Training of source learns the least content of a target, at most half", () => {
    assert.equal(learnSoFar(EVIDENCE, THREADS).worthy, 1);
    const evidence = {
      ...EVIDENCE,
      visits: EVIDENCE.visits.map((visit, at) => {
        const { structure } = visit;
        if (structure === undefined) return visit;
        const lines = structure === thread || at % 2 === 0 ? [[1_000 + at, 40] as const] : [];
        return { ...visit, structure: { ...structure, prints: { lines, links: [] } } };
      }),
    };
    const { worthy } = learnSoFar(evidence, CONTENT);
    assert.ok(worthy > 0 && worthy < 0.5, "no link names a page: content is worth half at most");
  });

  it("Training of source expects from links the scores of pages that such links led to", () => {
    const { counts, words } = learnSoFar(EVIDENCE, THREADS);
    const table = KindCounts.of(counts, { formsCountOnce: false });
    const mean = (kind: "thread" | "profile") =>
      table.mean(table.chainOf(skeletonKind(urlSkeleton(words)(FORUM.url(kind, 1)))));
    assert.ok(mean("thread") > 0.9);
    assert.ok(mean("profile") < 0.2);
  });

  it("Training of source counts the example as a page already seen with the form of its URL", () => {
    const [seed] = EVIDENCE.visits;
    assert.ok(seed !== undefined);
    const { counts, words } = learnSoFar({ visits: [seed], misses: [] }, THREADS);
    const kind = skeletonKind(urlSkeleton(words)(threadUrl));
    assert.deepEqual(
      counts.find(([name]) => name === kind),
      [kind, 1, 1, []],
    );
  });

  it("Training of source expects nothing of links without a page, except redirects", () => {
    const learnedWith = (misses: Evidence["misses"]) => {
      const { yields } = learnSoFar({ visits: EVIDENCE.visits.slice(0, 40), misses }, THREADS);
      return Object.values(yields)
        .flatMap(({ links }) => links)
        .reduce((sum, each) => sum + each, 0);
    };
    const met = new Set(EVIDENCE.visits.slice(0, 40).map(({ url }) => url));
    const misses = EVIDENCE.visits
      .filter(({ url }) => !met.has(url))
      .map(({ url }) => ({
        url,
        layer: 0,
        group: "",
        parent: undefined,
        location: undefined,
        snippet: undefined,
      }));
    assert.ok(learnedWith(misses) < learnedWith([]));
    const moved = misses.map((miss) => ({ ...miss, location: FORUM.seed }));
    assert.equal(learnedWith(moved), learnedWith([]));
  });
});

describe("the worth of what is judged by text", () => {
  it("A page score by text averages own and type scores, while one by example does not", () => {
    const content = { commonLines: [], commonLinks: [], sharedNames: [], usual: 50 };
    assert.equal(mixedWorth({ by: "text", content }, 1, 0.5), 0.75);
    assert.equal(mixedWorth(learnSoFar(EVIDENCE, THREADS).judge, 1, 0.5), 1);
  });
});
