import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compareStrategies } from "../../../../lib/evaluation/compare-strategies.ts";
import { checkpointsOf, harvestWithin } from "../../../../peers/commands/compare/curve-points.ts";
import { oracleCrawls } from "../../../../peers/commands/compare/oracle-crawls.ts";
import { aPlan, memoryPorts } from "../../../support/a-crawl.ts";
import { aStrategy } from "../../../support/a-strategy.ts";
import { aUrl } from "../../../support/a-url.ts";
import { fixedClock } from "../../../support/fixed-clock.ts";
import { linking, type Script, scriptedWeb } from "../../../support/scripted-web.ts";

const STRATEGIES = ["breadth-first", "depth-first", "random", "best-first", "hits", "opic"];

const pageUrl = (page: number) => aUrl(`http://site.example/${page === 0 ? "" : page}`);

/** Pages with the pages that they link to; some redirect to the first of these. */
interface SmallWeb {
  readonly pages: readonly { readonly links: readonly number[]; readonly isRedirect: boolean }[];
  readonly targets: readonly number[];
}

const aSmallWeb: fc.Arbitrary<SmallWeb> = fc.record({
  pages: fc.array(
    fc.record({
      // Some links lead to what is not recorded.
      links: fc.uniqueArray(fc.nat(13), { maxLength: 4 }),
      isRedirect: fc.integer({ min: 0, max: 5 }).map((lot) => lot === 0),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  targets: fc.uniqueArray(fc.nat(11)),
});

function scriptOf({ pages }: SmallWeb): Record<string, Script> {
  const script = pages.map(({ links, isRedirect }, page): [string, Script] => {
    const [first] = links;
    const location = pageUrl(first ?? 0);
    const isOne = isRedirect && first !== undefined;
    return [
      pageUrl(page),
      isOne
        ? { kind: "redirect", status: 302, headers: [], location }
        : linking(...links.map(pageUrl)),
    ];
  });
  return Object.fromEntries(script);
}

describe("crawls that know the truth", () => {
  it("No strategy exceeds the oracle's bound at any checkpoint on any small web", async () => {
    const property = fc.asyncProperty(
      aSmallWeb,
      fc.integer({ min: 1, max: 14 }),
      async (small, budget) => {
        const script = scriptOf(small);
        const plan = aPlan({
          budget: { pages: budget, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
        });
        const truth = { targets: new Set(small.targets.map(pageUrl)) };
        const { bound, greedy } = await oracleCrawls(
          { web: scriptedWeb(script), clock: fixedClock() },
          plan,
          truth,
        );
        const { strategies } = await compareStrategies(
          {
            ...{ plan, seed: 1, truth },
            openPorts: async ({ strategy }) => ({
              ports: memoryPorts(scriptedWeb(script), { ...plan, strategy }),
              close: async () => {},
            }),
          },
          STRATEGIES.map((name) => ({ name, strategy: aStrategy(name) })),
        );
        const curves = [...Object.values(strategies).map(({ curve }) => curve), greedy];
        for (const { pages } of checkpointsOf(budget)) {
          const most = harvestWithin(bound, pages);
          for (const curve of curves) assert.ok(harvestWithin(curve, pages) <= most);
        }
      },
    );
    await fc.assert(property, { seed: 1, numRuns: 60 });
  });

  it("The oracle's bound counts targets and pages alone when crawls may ask queries", async () => {
    const island = { "http://site.example/": "", "http://site.example/1": "" };
    const targets = new Set([pageUrl(1), pageUrl(2)]);
    const budget = { pages: 3, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
    const boundOf = async (queries: object) => {
      const plan = aPlan({ budget, ...queries });
      const ports = { web: scriptedWeb(island), clock: fixedClock() };
      return (await oracleCrawls(ports, plan, { targets })).bound.map(([, most]) => most);
    };
    assert.deepEqual(await boundOf({}), [0, 0, 0]);
    assert.deepEqual(await boundOf({ queries: { most: 2, every: 1, results: 5 } }), [1, 2, 2]);
  });
});
