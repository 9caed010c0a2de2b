import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { costOf } from "../../../lib/domain/cost/cost.ts";
import { type CrawlShape, forecast, type StackShape } from "../../../lib/domain/cost/forecast.ts";
import { addUsage, NO_USAGE } from "../../../lib/domain/cost/usage.ts";
import { ASSUMED_WEB, STACK_DEFAULTS } from "../../../lib/project/stack-defaults.ts";

const aCrawl = (changes: Partial<CrawlShape> = {}): CrawlShape => ({
  ...ASSUMED_WEB,
  pages: 1e6,
  hosts: 1_000,
  minDelayMs: 1_000,
  ...changes,
});
const aStack = (changes: Partial<StackShape> = {}): StackShape => ({
  ...STACK_DEFAULTS,
  ...changes,
});
const shape = fc.record({
  pages: fc.integer({ min: 1, max: 1e7 }),
  hosts: fc.integer({ min: 1, max: 1e5 }),
  minDelayMs: fc.integer({ min: 0, max: 60_000 }),
});

describe("how long a crawl takes", () => {
  // 40 pages of two hosts: a batch of ten has five of each. It starts in 1 s, fetches four times in 0.5 s and waits
  // for 2 s, once for the slower of two servers (3 s), and reads for 10 × 0.1 s: 15 s, four times.
  const crawl = aCrawl({
    ...{ pages: 40, hosts: 2, minDelayMs: 2_000 },
    ...{ fetchMs: 500, slowestFetchMs: 3_000 },
  });
  const stack = aStack({ pagesPerBatch: 10, workerOverheadMs: 1_000, cpuMsPerPage: 100 });

  it("The forecast time of a crawl is that of its batches, one page after another per host", () => {
    const { batches, ticks, parts } = forecast(crawl, stack);
    assert.deepEqual([batches, ticks], [4, 1]);
    assert.equal(parts.harvest.lambdaGbSeconds, 4 * 15 * 0.5);
  });

  it("The forecast time of a crawl is shorter with other hosts in parallel, as far as workers allow", () => {
    const hoursOf = (hosts: number) =>
      forecast(aCrawl({ pages: 1e6, hosts }), aStack({ workers: 4, hostsPerBatch: 50 })).ticks;
    const [one, two, four, many] = [50, 100, 200, 5_000].map(hoursOf);
    assert.equal(two, Math.ceil((one ?? 0) / 2));
    assert.equal(four, Math.ceil((one ?? 0) / 4));
    assert.equal(many, four);
  });

  it("The forecast time of a crawl with one host is that of the delay", () => {
    const { hours } = forecast(
      aCrawl({ pages: 36_000, hosts: 1, minDelayMs: 10_000, fetchMs: 0 }),
      aStack(),
    );
    assert.ok(hours > 98 && hours < 101, `${hours}`);
  });
});

describe("what a crawl uses", () => {
  it("The forecast usage of a crawl is the sum of its parts", () => {
    fc.assert(
      fc.property(shape, (changes) => {
        const { usage, parts } = forecast(aCrawl(changes), aStack());
        assert.deepEqual(usage, Object.values(parts).reduce(addUsage, NO_USAGE));
        assert.ok(Object.values(usage).every((count) => Number.isFinite(count) && count >= 0));
      }),
    );
  });

  it("The forecast usage of a crawl costs more for twice the pages, and for a longer delay", () => {
    const cost = (changes: Partial<CrawlShape>) =>
      costOf(forecast(aCrawl(changes), aStack()).usage).total;
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 1e6 }), (changes, more) => {
        const before = cost(changes);
        assert.ok(cost({ ...changes, pages: changes.pages * 2 }) >= before);
        assert.ok(cost({ ...changes, minDelayMs: changes.minDelayMs + more }) >= before);
      }),
    );
  });

  it("The forecast harvest uses two objects, three queue requests and one function run per batch", () => {
    const { harvest } = forecast(aCrawl({ pages: 14_000, hosts: 300 }), aStack()).parts;
    assert.deepEqual(
      [harvest.s3Writes, harvest.sqsRequests, harvest.lambdaRuns, harvest.dynamoWriteUnits],
      [200, 300, 100, 300],
    );
  });

  it("The forecast planner uses one commit and one swap a turn, with a maximum of turns a minute", () => {
    const planned = (changes: Partial<CrawlShape>) => {
      const { ticks, batches, parts } = forecast(aCrawl(changes), aStack({ commitsPerTick: 5 }));
      const { s3Writes, dynamoWriteUnits, lambdaRuns } = parts.plan;
      assert.deepEqual([s3Writes, lambdaRuns], [dynamoWriteUnits, ticks]);
      return { turns: s3Writes, ticks, batches };
    };
    const wide = planned({ hosts: 1_000 });
    assert.equal(wide.turns, wide.ticks * 5);
    const narrow = planned({ hosts: 3 });
    assert.equal(narrow.turns, Math.ceil(narrow.batches * STACK_DEFAULTS.commitsPerBatch));
  });

  it("The forecast planner uses no more time than batches need to return while it waits for hosts", () => {
    const secondsOf = (hosts: number) =>
      forecast(aCrawl({ hosts }), aStack()).parts.plan.lambdaGbSeconds;
    assert.ok(secondsOf(1) <= 1.01 * secondsOf(64), `${secondsOf(1)} and ${secondsOf(64)}`);
  });

  it("The forecast has one training for each tenth more evidence, and none with too little", () => {
    const trainings = (pages: number) => forecast(aCrawl({ pages }), aStack()).trainings;
    assert.deepEqual([99, 100, 109, 110, 122].map(trainings), [0, 1, 1, 2, 3]);
  });
});

// Of the other rows of the design's table only this one can be set against the forecast: that a function which
// sleeps a host's delay costs 7.3 $ a million pages, all told. A second of half a GB is 6.67 $ a million times.
it("A function per host that sleeps 1 s costs more than its sleep, at most 7.3 $ a million pages", () => {
  const { parts } = forecast(aCrawl({ hosts: 1, fetchMs: 0 }), aStack());
  const { total } = costOf(parts.harvest);
  assert.ok(total > 6.67 && total < 7.3, `${total}`);
});
