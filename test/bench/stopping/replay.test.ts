import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fewestPages, HEURISTICS, stopBy } from "../../../bench/stopping/heuristics.ts";
import type { OrderedWeb } from "../../../bench/stopping/ordered-web.ts";
import { replayControlList, replayDiscovered } from "../../../bench/stopping/replay.ts";

const PAGES = 300;

/** A web whose first pages link to all others; the relevant ones are the first behind the seed. */
function aWeb(relevant: number): OrderedWeb {
  const all = Array.from({ length: PAGES }, (_, page) => page);
  return {
    seeds: 1,
    links: all.map((page) => (page === 0 ? all.slice(1) : [])),
    isRelevant: all.map((page) => page > 0 && page <= relevant),
  };
}

const ASKED = { recall: 0.9, confidence: 0.95 };

describe("replays of a crawl", () => {
  it("A replay ends by the rule of the discovered, with its recall, and what it cost", () => {
    const { isStopped, held, recall, pages, verdicts } = replayDiscovered(aWeb(100), ASKED, 1);
    assert.ok(isStopped && held && recall >= 0.9 && pages < PAGES, `${pages} pages`);
    assert.ok(verdicts > 0 && verdicts < pages);
  });

  it("Another seed draws other pages by chance, the same seed the same", () => {
    const first = replayDiscovered(aWeb(100), ASKED, 1);
    assert.deepEqual(replayDiscovered(aWeb(100), ASKED, 1), first);
    const others = [2, 3, 4, 5].map((seed) => replayDiscovered(aWeb(100), ASKED, seed).pages);
    assert.ok(others.some((pages) => pages !== first.pages));
  });

  it("A control list ends a crawl when enough of it is fetched, and never where too many are out of reach", () => {
    const reached = replayControlList(aWeb(100), ASKED, { seed: 1, size: 50, known: 100 });
    assert.ok(reached?.isStopped === true && reached.pages <= 101 && reached.recall >= 0.9);
    const beyond = replayControlList(aWeb(100), ASKED, { seed: 1, size: 50, known: 400 });
    assert.deepEqual([beyond?.isStopped, beyond?.held], [false, true]);
    assert.equal(replayControlList(aWeb(10), ASKED, { seed: 1, size: 50, known: 10 }), undefined);
  });

  it("Rules of thumb end behind the relevant pages of an order that begins with them", () => {
    const web = aWeb(100);
    assert.equal(fewestPages(web, 0.9), 91);
    for (const rule of HEURISTICS) {
      const [mild = 0] = rule.settings;
      const { pages, recall } = stopBy(web, rule, mild);
      assert.ok(pages > 100 && pages < PAGES && recall === 1, `${rule.name}: ${pages}`);
    }
  });
});
