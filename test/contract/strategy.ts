import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ConceptSet } from "../../lib/domain/ontology/concept-set.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Evidence, LinkContext, Need, Strategy } from "../../lib/domain/strategy/strategy.ts";
import { anAnchor, aPage } from "../support/a-page.ts";

const words = fc.array(
  fc.constantFrom("bee", "hive", "honey", "car", "road", "the", "of", "ß", "蜂"),
);
const sentence = words.map((list) => list.join(" "));

const pages: fc.Arbitrary<PageView> = fc
  .record({
    title: sentence,
    mainText: sentence,
    paths: fc.array(fc.webPath(), { maxLength: 12 }),
    language: fc.constantFrom(undefined, "en", "de", "zz-top"),
  })
  .map(({ title, mainText, paths, language }) =>
    aPage({
      ...{ title, mainText, language },
      anchors: paths.map((path) => anAnchor(`http://site.example${path}`, { text: title })),
    }),
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

const needs: fc.Arbitrary<Need> = fc.record({
  topic: fc.option(sentence, { nil: undefined }),
  concepts: fc.option(conceptSets, { nil: undefined }),
  good: fc.array(pages, { maxLength: 3 }),
  bad: fc.array(pages, { maxLength: 3 }),
  examplePage: fc.option(pages, { nil: undefined }),
  threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
});

const CONTEXT: LinkContext = {
  depth: 1,
  priority: 0.5,
  group: "",
  parent: undefined,
  snippet: undefined,
};

const NO_EVIDENCE: Evidence = { visits: [], misses: [] };

/** What every strategy promises, whatever it predicts, for the needs that it `accepts`. */
export function strategyContract(
  strategy: Strategy,
  accepts: (need: Need) => boolean = () => true,
): void {
  describe(`strategy ${strategy.name}`, () => {
    it("trains the same model on the same evidence, and one that survives JSON", () => {
      const property = fc.property(needs.filter(accepts), (need) => {
        const model = strategy.train(NO_EVIDENCE, need);
        assert.deepEqual(strategy.train(NO_EVIDENCE, need), model);
        assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
      });
      fc.assert(property, { seed: 1, numRuns: 50 });
    });

    it("judges with a utility in [0,1], and the same page the same way", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = strategy.compile(strategy.train(NO_EVIDENCE, need));
        const assessment = compiled.assessPage(page, CONTEXT);
        assert.ok(assessment.utility >= 0 && assessment.utility <= 1, String(assessment.utility));
        assert.notEqual(assessment.why, "");
        assert.deepEqual(compiled.assessPage(page, CONTEXT), assessment);
      });
      fc.assert(property, { seed: 2, numRuns: 100 });
    });

    it("scores links of the page only, with priorities in [0, ∞) and a reason", () => {
      const property = fc.property(needs.filter(accepts), pages, (need, page) => {
        const compiled = strategy.compile(strategy.train(NO_EVIDENCE, need));
        const assessment = compiled.assessPage(page, CONTEXT);
        const urls = new Set(page.anchors.map(({ url }) => url));
        for (const link of compiled.scoreLinks(page, assessment, CONTEXT)) {
          assert.ok(urls.has(link.url));
          assert.ok(link.priority >= 0 && Number.isFinite(link.priority), String(link.priority));
          assert.notEqual(link.why, "");
        }
      });
      fc.assert(property, { seed: 3, numRuns: 100 });
    });
  });
}
