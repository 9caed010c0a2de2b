import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { FrontierLink } from "../../lib/domain/frontier/link.ts";
import type { GroupCount } from "../../lib/domain/methods/group-tally.ts";
import type { ConceptSet } from "../../lib/domain/methods/ontology/concept-set.ts";
import type {
  Evidence,
  LinkContext,
  MarkedPaths,
  Need,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { textViewOf } from "../../lib/domain/page/view-parts.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { nodeUrl } from "../support/a-graph.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";
import { anyPath } from "../support/any-text.ts";
import { cases } from "../support/slow.ts";
import { aMiss, aVisit } from "../support/some-evidence.ts";

/** Needs and pages by which each promise of a strategy is tested: some forty strategies make them. */
const RUNS = cases(10, 100);

const words = fc.array(
  fc.constantFrom("bee", "hive", "honey", "car", "road", "the", "of", "ß", "蜂"),
);
const sentence = words.map((list) => list.join(" "));

/** Values drawn: more than a property takes. */
const DRAWN = 250;

/**
 * Returns an arbitrary of values that were drawn from another one: every property of every strategy
 * takes them from here, as drawing them again takes longer than most strategies do.
 */
function drawnOnce<Value>(from: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.constantFrom(...fc.sample(from, { seed: 1, numRuns: DRAWN }));
}

const pages: fc.Arbitrary<PageView> = drawnOnce(
  fc
    .record({
      title: sentence,
      mainText: sentence,
      paths: fc.array(anyPath, { maxLength: 12 }),
      language: fc.constantFrom(undefined, "en", "de", "zz-top"),
    })
    .map(({ title, mainText, paths, language }) =>
      aPage({
        ...{ title, mainText, language },
        anchors: paths.map((path) => anAnchor(`http://site.example${path}`, { text: title })),
      }),
    ),
);

const conceptSets: fc.Arbitrary<ConceptSet> = fc.record({
  topic: sentence,
  terms: fc.array(
    fc.record({
      term: sentence,
      isAcronym: fc.boolean(),
      relation: fc.constantFrom("exact", "synonym", "partial", "context", "narrower", "own"),
      distance: fc.nat({ max: 7 }),
      isName: fc.boolean(),
      concept: fc.constantFrom("A1", "A2"),
      weight: fc.option(fc.double({ min: 0.01, max: 100, noNaN: true }), { nil: undefined }),
    }),
  ),
});

/** Paths over pages, and a page that is on no path. */
const markedPaths: fc.Arbitrary<MarkedPaths> = fc
  .array(fc.array(pages, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((ways) => {
    const named = ways.map((way, n) =>
      way.map((page, at) => ({ ...page, url: aUrl(`http://site.example/${n}/${at}`) })),
    );
    const neighbour = aPage({ url: aUrl("http://site.example/neighbour") });
    return {
      paths: named.map((way) => way.map(({ url }) => url)),
      pages: [...named.flat(), neighbour],
    };
  });

const needs: fc.Arbitrary<Need> = drawnOnce(
  fc.record({
    topic: fc.option(sentence, { nil: undefined }),
    concepts: fc.option(conceptSets, { nil: undefined }),
    good: fc.array(pages, { maxLength: 3 }),
    bad: fc.array(pages, { maxLength: 3 }),
    seen: fc.array(pages, { maxLength: 3 }),
    examplePage: fc.option(pages, { nil: undefined }),
    paths: fc.option(markedPaths, { nil: undefined }),
    pathModel: fc.constant(undefined),
    files: fc.option(
      fc.record({
        mediaTypes: fc.constantFrom(["application/pdf"], ["text/csv", "application/csv"]),
        fetch: fc.boolean(),
      }),
      { nil: undefined },
    ),
    detect: fc.constantFrom(undefined, "comments", "user-content"),
    threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  }),
);

const counts: fc.Arbitrary<GroupCount> = fc
  .record({
    waiting: fc.nat(100),
    misses: fc.nat(5),
    rates: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    targets: fc.nat(4),
    type: fc.constantFrom("", "0", "1", "target"),
  })
  .map(({ waiting, misses, rates, targets, type }) => ({
    ...{ waiting, misses, pages: rates.length, targets: Math.min(targets, rates.length) },
    utility: rates.reduce((sum, rate) => sum + rate, 0),
    types: new Map(rates.length === 0 ? [] : [[type, rates.length]]),
  }));

const tallies = drawnOnce(
  fc.record({
    each: fc.array(counts, { minLength: 1, maxLength: 8 }),
    remaining: fc.constantFrom(0, 1, 50, Number.POSITIVE_INFINITY),
  }),
);

/** Returns a tally in which these groups have the counts, in turn. */
function tallyOf(groups: Iterable<string>, each: readonly GroupCount[], remaining: number) {
  const counted = new Map<string, GroupCount>();
  for (const group of groups) {
    const count = each[counted.size % each.length];
    if (count !== undefined) counted.set(group, count);
  }
  const types = new Map<string, number>();
  let pages = 0;
  for (const count of counted.values()) {
    pages += count.pages;
    for (const [type, number] of count.types) types.set(type, (types.get(type) ?? 0) + number);
  }
  return { pages, remaining, types, groups: counted };
}

/** Returns a link as it waits in a frontier. */
function waitingLink({ url, priority, group, snippet, why }: ScoredLink): FrontierLink {
  const way = { depth: 1, redirects: 0, parent: undefined, model: "sha256:before" };
  return {
    url,
    host: hostOf(url),
    priority,
    group,
    snippet,
    why,
    ...way,
    sequence: 1,
    attempts: 0,
  };
}

const CONTEXT: LinkContext = {
  depth: 1,
  priority: 0.5,
  group: "",
  parent: undefined,
  snippet: undefined,
};

const NO_EVIDENCE: Evidence = { visits: [], misses: [] };

/** Pages on a few hosts, and links that led to none. */
const EVIDENCE: Evidence = {
  visits: Array.from("abcdefgh", (letter, at) => {
    const texts = { anchor: `bee ${letter}`, before: "hive", after: "", title: "road" };
    const parts = { parent: nodeUrl("b"), snippet: texts, utility: at / 8 };
    return aVisit(letter, "ab", parts);
  }),
  misses: [aMiss("i", 0), aMiss("j", 0, "a")],
};

/**
 * Tests the promises of every strategy, whatever it predicts, for the needs that it `accepts`,
 * trained on `evidence`.
 */
export function strategyContract(
  strategy: Strategy,
  accepts: (need: Need) => boolean = () => true,
  evidence: Evidence = NO_EVIDENCE,
): void {
  const compiledFor = (need: Need) => strategy.compile(strategy.train(evidence, need, undefined));
  describe(`strategy ${strategy.name}`, () => {
    it("A strategy trains the same model on the same evidence, and one that survives JSON", () => {
      const property = fc.property(needs.filter(accepts), (need) => {
        const model = strategy.train(evidence, need, undefined);
        assert.deepEqual(strategy.train(evidence, need, undefined), model);
        assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
        const next = strategy.train(evidence, need, model);
        assert.deepEqual(strategy.train(evidence, need, model), next);
        assert.deepEqual(JSON.parse(JSON.stringify(next)), next);
      });
      fc.assert(property, { seed: 1, numRuns: RUNS });
    });

    it("A strategy judges pages with a utility in [0,1], and the same page the same way", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        const assessment = compiled.assessPage(page, CONTEXT);
        assert.ok(assessment.utility >= 0 && assessment.utility <= 1, String(assessment.utility));
        assert.notEqual(assessment.why, "");
        assert.deepEqual(compiled.assessPage(page, CONTEXT), assessment);
      });
      fc.assert(property, { seed: 2, numRuns: RUNS });
    });

    it("A strategy that judges pages by their texts judges these as it does the pages", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        const again = compiled.assessTexts?.(textViewOf(page), CONTEXT);
        assert.deepEqual(
          again ?? compiled.assessPage(page, CONTEXT),
          compiled.assessPage(page, CONTEXT),
        );
      });
      fc.assert(property, { seed: 2, numRuns: RUNS });
    });

    it("A strategy scores links of the page only, with priorities in [0, ∞) and a reason", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        const assessment = compiled.assessPage(page, CONTEXT);
        const urls = new Set(page.anchors.map(({ url }) => url));
        for (const link of compiled.scoreLinks(page, assessment, CONTEXT)) {
          assert.ok(urls.has(link.url));
          assert.ok(link.priority >= 0 && Number.isFinite(link.priority), String(link.priority));
          assert.notEqual(link.why, "");
        }
      });
      fc.assert(property, { seed: 3, numRuns: RUNS });
    });

    it("A strategy scores links as if none were done, but those that are, which keep their places and groups", () => {
      const isDone = (url: string) => url.length % 2 === 0;
      const placed = ({ url, group, ...score }: ScoredLink) =>
        isDone(url) ? { url, group } : { url, group, ...score };
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        const assessment = compiled.assessPage(page, CONTEXT);
        const all = compiled.scoreLinks(page, assessment, CONTEXT);
        const some = compiled.scoreLinks(page, assessment, CONTEXT, isDone);
        assert.deepEqual(some.map(placed), all.map(placed));
      });
      fc.assert(property, { seed: 4, numRuns: RUNS });
    });

    it("A strategy rescores a queued link within [0, ∞), and gives the same score again", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        for (const link of compiled.scoreLinks(page, compiled.assessPage(page, CONTEXT), CONTEXT)) {
          const waiting = waitingLink(link);
          const again = compiled.rescoreLink?.(waiting);
          if (again === undefined) continue;
          assert.ok(again.priority >= 0 && Number.isFinite(again.priority), String(again.priority));
          assert.deepEqual(compiled.rescoreLink?.({ ...waiting, ...again }), again);
        }
      });
      fc.assert(property, { seed: 4, numRuns: RUNS });
    });

    it("A strategy that packs links gives a packed link the score of its texts, to the last bit", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        if (compiled.rescorePacked === undefined) return;
        for (const link of compiled.scoreLinks(page, compiled.assessPage(page, CONTEXT), CONTEXT)) {
          const waiting = waitingLink(link);
          const packed = strategy.packLink?.(waiting);
          if (packed === undefined) continue;
          const bytes = Uint8Array.of(255, ...packed);
          const scored = compiled.rescoreLink?.(waiting);
          assert.deepEqual(
            compiled.rescorePacked(bytes, 1, true, waiting.group, waiting.depth),
            scored,
          );
          const { priority, group } = compiled.rescorePacked(
            bytes,
            1,
            false,
            waiting.group,
            waiting.depth,
          );
          assert.deepEqual([priority, group], [scored?.priority, scored?.group]);
        }
      });
      fc.assert(property, { seed: 9, numRuns: RUNS });
    });

    it("A strategy that gathers evidence trains on it as on the same evidence at once", () => {
      const property = fc.property(
        needs.filter(accepts),
        fc.nat(EVIDENCE.visits.length),
        (need, at) => {
          const gathered = strategy.gather?.(need);
          if (gathered === undefined) return;
          const { visits, misses } = EVIDENCE;
          gathered.add({ visits: visits.slice(0, at), misses: [] });
          gathered.train(need, undefined);
          gathered.add({ visits: visits.slice(at), misses });
          assert.deepEqual(
            gathered.train(need, undefined),
            strategy.train(EVIDENCE, need, undefined),
          );
        },
      );
      fc.assert(property, { seed: 10, numRuns: RUNS });
    });

    it("A strategy that predicts links does so within [0,1], and declares what it predicts", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = compiledFor(need);
        if (compiled.predictLink === undefined) return;
        assert.ok(strategy.linksPredict !== undefined);
        for (const link of compiled.scoreLinks(page, compiled.assessPage(page, CONTEXT), CONTEXT)) {
          const predicted = compiled.predictLink({ ...link, parent: page.url });
          assert.ok(predicted >= 0 && predicted <= 1, String(predicted));
        }
      });
      fc.assert(property, { seed: 8, numRuns: RUNS });
    });

    it("A strategy composes queries that were not yet asked, the same after the same queries, if any", () => {
      const property = fc.property(needs.filter(accepts), (need) => {
        const compiled = compiledFor(need);
        const asked: string[] = [];
        for (let turn = 0; turn < 5; turn += 1) {
          const next = compiled.queries?.next(asked);
          if (next === undefined) break;
          assert.deepEqual(compiled.queries?.next(asked), next);
          assert.ok(!asked.includes(next.query) && next.query.trim() !== "", next.query);
          // Brave takes no more.
          assert.ok([next.query, ...next.exclude].join(' -""').length <= 400);
          asked.push(next.query);
        }
      });
      fc.assert(property, { seed: 6, numRuns: RUNS });
    });

    it("A strategy scores a query's result within [0, ∞), as it would a queued link", () => {
      const property = fc.property(needs.filter(accepts), sentence, anyPath, (need, text, path) => {
        const compiled = compiledFor(need);
        const url = aUrl(`http://site.example${path}`);
        const snippet = { anchor: text, before: "", after: text, title: "", query: text };
        const score = compiled.queries?.scoreResult?.({ url, snippet });
        if (score === undefined) return;
        assert.ok(score.priority >= 0 && Number.isFinite(score.priority), String(score.priority));
        const again = compiled.rescoreLink?.(waitingLink({ url, snippet, ...score }));
        if (again !== undefined) assert.deepEqual(again, score);
      });
      fc.assert(property, { seed: 7, numRuns: RUNS });
    });

    it("A strategy that weighs groups gives each named group a weight in [0, ∞), by the tally alone", () => {
      const property = fc.property(needs.filter(accepts), pages, tallies, (need, page, given) => {
        const compiled = compiledFor(need);
        const { groups: ability } = compiled;
        if (ability === undefined) return;
        // The seeds' group waits, too.
        const groups = new Set([""]);
        for (const link of compiled.scoreLinks(page, compiled.assessPage(page, CONTEXT), CONTEXT)) {
          groups.add(link.group);
          groups.add(compiled.rescoreLink?.(waitingLink(link))?.group ?? link.group);
        }
        const tally = tallyOf(groups, given.each, given.remaining);
        const before = structuredClone(tally);
        const weights = ability.weigh(tally, groups);
        for (const group of groups) {
          const weight = weights.get(group) ?? Number.NaN;
          assert.ok(weight >= 0 && weight < Infinity, `group "${group}" has the weight ${weight}`);
        }
        assert.deepEqual(new Map(ability.weigh(tally, groups)), new Map(weights));
        assert.deepEqual(tally, before);
      });
      fc.assert(property, { seed: 5, numRuns: RUNS });
    });
  });
}
