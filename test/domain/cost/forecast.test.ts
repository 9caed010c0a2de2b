import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { costOf } from "../../../lib/domain/cost/cost.ts";
import { type CrawlShape, forecast, type StackShape } from "../../../lib/domain/cost/forecast.ts";
import { addUsage, NO_USAGE } from "../../../lib/domain/cost/usage.ts";
import { ASSUMED_WEB, stackShape } from "../../../lib/project/stack-defaults.ts";
import { DEFAULT_STACK_LIMITS } from "../../../lib/project/stack-limits.ts";

const aCrawl = (changes: Partial<CrawlShape> = {}): CrawlShape => ({
  ...ASSUMED_WEB,
  pages: 1e6,
  hosts: 1_000,
  minDelayMs: 1_000,
  ...changes,
});
const aStack = (changes: Partial<StackShape> = {}): StackShape => ({
  ...stackShape(DEFAULT_STACK_LIMITS),
  ...changes,
});
const shape = fc.record({
  pages: fc.integer({ min: 1, max: 1e7 }),
  hosts: fc.integer({ min: 1, max: 1e5 }),
  minDelayMs: fc.integer({ min: 0, max: 60_000 }),
});

describe("how long a crawl takes", () => {
  // 40 pages of two hosts, five of each in a draw: it starts in 1 s, fetches four times in 0.5 s and waits for 2 s,
  // once for the slower of two servers (3 s), and reads for 10 × 0.1 s: 15 s, four times, 5 s apart.
  const crawl = aCrawl({
    ...{ pages: 40, hosts: 2, minDelayMs: 2_000 },
    ...{ fetchMs: 500, slowestFetchMs: 3_000 },
  });
  const stack = aStack({
    ...{ linksPerHost: 5, workerOverheadMs: 1_000, cpuMsPerPage: 100, workerGb: 0.5 },
    plannerLateMs: { afterWaiting: 10_000, else: 5_000, share: 1 },
  });

  it("The forecast time of a crawl is that of its draws, one page after another per host", () => {
    const { batches, hours, parts } = forecast(crawl, stack);
    assert.deepEqual([batches, hours * 3_600], [4, 4 * 20]);
    assert.equal(parts.harvest.lambdaGbSeconds, 4 * 15 * 0.5);
  });

  it("The forecast time of a crawl is shorter with other hosts in parallel, as far as workers and links in flight allow", () => {
    const rateOf = (hosts: number, changes: Partial<StackShape> = {}) =>
      forecast(aCrawl({ pages: 1e6, hosts }), aStack(changes)).pagesPerSecond;
    const [one = 0, two = 0, many = 0, more = 0] = [1, 2, 1_000, 100_000].map((hosts) =>
      rateOf(hosts),
    );
    assert.ok(two > 1.9 * one && many > 10 * two, `${one}, ${two}, ${many}`);
    assert.ok(Math.abs(more / many - 1) < 0.05, `${more}, ${many}`);
    assert.ok(rateOf(1_000, { workers: 20 }) > many);
    assert.ok(rateOf(1_000, { workers: 20, inFlight: 8_192 }) > rateOf(1_000, { workers: 20 }));
  });

  it("The forecast says what keeps a crawl from being faster", () => {
    const boundOf = (hosts: number, changes: Partial<StackShape> = {}) =>
      forecast(aCrawl({ hosts }), aStack(changes)).bound;
    assert.equal(boundOf(3), "hosts");
    assert.equal(boundOf(1_000, { workers: 2 }), "workers");
    assert.equal(boundOf(1_000, { workers: 100 }), "links in flight");
  });

  it("The forecast time of a crawl with one host is that of the delay", () => {
    const { hours } = forecast(
      aCrawl({ pages: 36_000, hosts: 1, minDelayMs: 10_000, fetchMs: 0 }),
      aStack({ plannerLateMs: { afterWaiting: 0, else: 0, share: 0 } }),
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

  it("The forecast usage of a crawl costs more for twice the pages", () => {
    const cost = (changes: Partial<CrawlShape>) =>
      costOf(forecast(aCrawl(changes), aStack()).usage).total;
    fc.assert(
      fc.property(shape, (changes) => {
        assert.ok(cost({ ...changes, pages: changes.pages * 2 }) >= cost(changes));
      }),
    );
  });

  it("The forecast harvest uses two objects, three queue requests, one function run and two writes per batch", () => {
    const { parts, batches } = forecast(aCrawl({ pages: 14_000, hosts: 300 }), aStack());
    const { s3Writes, sqsRequests, lambdaRuns, dynamoWriteUnits } = parts.harvest;
    assert.deepEqual(
      [s3Writes, sqsRequests, lambdaRuns, dynamoWriteUnits],
      [2 * batches, 3 * batches, batches, 300 + 2 * batches],
    );
  });

  it("The forecast planner uses one commit and one swap a turn, and a run a minute", () => {
    const stack = aStack();
    const { ticks, batches, parts } = forecast(aCrawl(), stack);
    const { s3Writes, dynamoWriteUnits, lambdaRuns } = parts.plan;
    const turns = Math.ceil(batches * stack.commitsPerBatch);
    assert.deepEqual([s3Writes, dynamoWriteUnits, lambdaRuns], [turns, turns, ticks]);
  });

  it("The forecast has one training for each tenth more evidence, and none with too little", () => {
    const trainings = (pages: number) => forecast(aCrawl({ pages }), aStack()).trainings;
    assert.deepEqual([99, 100, 109, 110, 122].map(trainings), [0, 1, 1, 2, 3]);
  });
});

// Of the other rows of the design's table only this one can be set against the forecast: that a function which
// sleeps a host's delay costs 7.3 $ a million pages, all told. A second of half a GB is 6.67 $ a million times.
it("A function per host that sleeps 1 s costs more than its sleep, at most 7.3 $ a million pages", () => {
  const long = { linksPerHost: 140, aheadMs: 140_000, pagesPerBatch: 140, workerGb: 0.5 };
  const { parts } = forecast(aCrawl({ hosts: 1, fetchMs: 0 }), aStack(long));
  const { total } = costOf(parts.harvest);
  assert.ok(total > 6.67 && total < 7.3, `${total}`);
});
