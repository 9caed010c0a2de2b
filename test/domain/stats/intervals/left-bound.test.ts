import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { leastRecall, mostLeft } from "../../../../lib/domain/stats/intervals/left-bound.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

const nothing = { hits: [], level: 0, pending: 0, waiting: 1000 };

describe("the most relevant links that may be left", () => {
  it("Without a draw by chance all waiting links may be relevant, and without a waiting link none is left", () => {
    assert.equal(mostLeft(nothing, 0.95), 1000);
    assert.equal(mostLeft({ ...nothing, waiting: 0 }, 0.95), 0);
  });

  it("Without a hit it is at most a third more than the exact bound for a single look", () => {
    for (const level of [0.05, 0.1, 0.3, 0.6]) {
      const exact = Math.log(0.05) / Math.log(1 - level);
      const left = mostLeft({ ...nothing, level }, 0.95);
      assert.ok(
        left >= Math.floor(exact) && left <= (4 / 3) * exact,
        `${left} at ${level}: ${exact}`,
      );
    }
  });

  it("Links below the level that are not processed yet count as relevant and as left", () => {
    const draws = { ...nothing, level: 0.2 };
    assert.ok(mostLeft({ ...draws, pending: 3 }, 0.95) >= mostLeft(draws, 0.95) + 3);
  });

  it("More hits never lower it, a higher level never raises it, and it is at most what waits", () => {
    const level = fc.double({ min: 0.01, max: 0.95, noNaN: true });
    const waiting = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(level, level, waiting, fc.nat(40), (a, b, links, hits) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const evidence = { hits: Array<number>(hits).fill(low / 2), pending: 0, waiting: links };
        const left = mostLeft({ ...evidence, level: low }, 0.95);
        assert.ok(left <= links);
        assert.ok(mostLeft({ ...evidence, level: high }, 0.95) <= left);
        const more = { ...evidence, hits: [...evidence.hits, low / 2], level: low };
        assert.ok(mostLeft(more, 0.95) >= left);
      }),
      { seed: 1 },
    );
  });

  it("It holds at all moments of at least 95 of 100 crawls that learn from the draws and discover links as they go", () => {
    const crawls = 600;
    let held = 0;
    for (let crawl = 0; crawl < crawls; crawl += 1) if (holdsThroughout(crawl)) held += 1;
    assert.ok(held / crawls >= 0.95, `${held} of ${crawls}`);
  });

  it("What is found is the greater share, the fewer may be left", () => {
    assert.equal(leastRecall(90, 10), 0.9);
    assert.equal(leastRecall(0, 0), 0);
  });
});

/** Links and draws of a crawl that is played. */
const [LINKS, DRAWS, CONFIDENCE] = [400, 200, 0.95];

/** A link that is played: the crawl knows its kind alone. */
interface PlayedLink {
  readonly kind: number;
  readonly isRelevant: boolean;
  readonly rank: number;
}

function playedLinks(crawl: number): PlayedLink[] {
  const unit = (text: string) => hashToUnit(crawl, text);
  const rich = Math.floor(10 * unit("rich"));
  return Array.from({ length: LINKS }, (_, link) => {
    const kind = Math.floor(10 * unit(`kind ${link}`));
    const isRelevant = unit(`relevant ${link}`) < (kind === rich ? 0.3 : 0.02);
    return { kind, isRelevant, rank: unit(`rank ${link}`) };
  });
}

/**
 * Plays a crawl: links come in ten kinds, of which one is rich. It learns the wrong thing, which
 * leaves most to the draws, and each third draw is by chance. Each fetch discovers links.
 * Returns whether the bound held after each draw by chance.
 */
function holdsThroughout(crawl: number): boolean {
  const links = playedLinks(crawl);
  let [discovered, level, liked] = [50, 0, -1];
  let waiting = links.slice(0, discovered);
  const hits: number[] = [];
  for (let draw = 1; draw <= DRAWS; draw += 1) {
    const isByChance = draw % 3 === 0;
    const byWorth = waiting.find(({ kind }) => kind === liked) ?? waiting[0];
    const byChance = waiting.toSorted((a, b) => a.rank - b.rank)[0];
    const link = isByChance ? byChance : byWorth;
    if (link === undefined) break;
    if (isByChance) level = Math.max(level, link.rank);
    if (!link.isRelevant) liked = link.kind;
    // One below the level that is fetched for its worth would have been the next by chance.
    if (link.isRelevant && link.rank <= level) hits.push(link.rank);
    waiting = waiting.filter((each) => each !== link);
    waiting.push(...links.slice(discovered, discovered + 2));
    discovered += 2;
    if (!isByChance) continue;
    const pending = waiting.filter(({ rank }) => rank <= level).length;
    const left = waiting.filter(({ isRelevant }) => isRelevant).length;
    if (left > mostLeft({ hits, level, pending, waiting: waiting.length }, CONFIDENCE))
      return false;
  }
  return true;
}
