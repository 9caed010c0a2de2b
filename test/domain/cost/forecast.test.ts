import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { addUsage, costOf, NO_USAGE } from "../../../lib/domain/cost/cost.ts";
import { forecast } from "../../../lib/domain/cost/forecast.ts";
import { snapshotsOf } from "../../../lib/domain/cost/snapshots.ts";
import type { CrawlShape, StackShape } from "../../../lib/domain/cost/stack-shape.ts";
import { loadOf } from "../../../lib/project/planner-room.ts";
import {
  ASSUMED_WEB,
  DEFAULT_STACK_LIMITS,
  stackShape,
} from "../../../lib/project/stack-limits.ts";
import { cases } from "../../support/slow.ts";

const aCrawl = (changes: Partial<CrawlShape> = {}): CrawlShape => ({
  ...ASSUMED_WEB,
  pages: 1e6,
  hosts: 1_000,
  minDelayMs: 1_000,
  ...changes,
});
const aStack = (changes: Partial<StackShape> = {}): StackShape => ({
  ...stackShape(DEFAULT_STACK_LIMITS, "packed", loadOf("best-first")),
  ...changes,
});
const shape = fc.record({
  pages: fc.integer({ min: 1, max: 1e7 }),
  hosts: fc.integer({ min: 1, max: 1e5 }),
  minDelayMs: fc.integer({ min: 0, max: 60_000 }),
});

describe("how long a crawl takes", () => {
  // 40 pages of two hosts, five of each in a draw. A batch starts in 1 s, fetches five times in 0.5 s and waits for 2 s
  // four times: 11.5 s. The first one also fetches robots.txt and waits: 14 s. By then the planner, which expected it after
  // 8 s, has left, and comes at 60 s. For the others it stays. The last two wait 2 s for their hosts.
  const crawl = aCrawl({ pages: 40, hosts: 2, minDelayMs: 2_000, fetchMs: 500, lateShare: 0 });
  const stack = aStack({
    ...{ linksPerHost: 5, workerOverheadMs: 1_000, cpuMsPerPage: 0, workerGb: 0.5 },
    ...{ plannerMsPerPage: 0, plannerTurnMs: 0, samplesAt: [] },
  });

  it("The forecast time of a crawl is that of its batches, and of the planner's absences", () => {
    const { batches, hours, parts } = forecast(crawl, stack);
    assert.deepEqual([batches, hours * 3_600], [4, 60 + 3 * 11.5 + 2 * 2]);
    assert.equal(parts.harvest.lambdaGbSeconds, (14 + 3 * 11.5 + 2 * 2) * 0.5);
  });

  it("The forecast time of a crawl is longer where pages come late, and where samples of them are read", () => {
    const secondsOf = (changes: Partial<CrawlShape>, more: Partial<StackShape> = {}) =>
      forecast({ ...crawl, ...changes }, { ...stack, ...more }).hours * 3_600;
    const usual = secondsOf({});
    assert.ok(secondsOf({ lateMs: 5_000, lateShare: 1 }) > usual);
    // Of the 4 s, hosts had to be waited for during 2.
    const sampled = { samplesAt: [20], sampleMsPerPage: 200 };
    assert.equal(secondsOf({}, sampled), usual + 2);
  });

  it("The forecast time of a crawl is shorter with other hosts in parallel, as far as workers and links in flight allow", () => {
    const rateOf = (hosts: number, changes: Partial<StackShape> = {}) =>
      forecast(aCrawl({ pages: 1e6, hosts }), aStack(changes)).pagesPerSecond;
    const [one = 0, two = 0, many = 0, more = 0] = [1, 2, 1_000, 100_000].map((hosts) =>
      rateOf(hosts),
    );
    assert.ok(two > 1.9 * one && many > 10 * two, `${one}, ${two}, ${many}`);
    // Each new host is first asked for its robots.txt.
    assert.ok(more < many && more > many / 2, `${more}, ${many}`);
    assert.ok(rateOf(1_000, { workers: 20 }) > many);
    assert.ok(rateOf(1_000, { workers: 20, inFlight: 8_192 }) > rateOf(1_000, { workers: 20 }));
  });

  it("The forecast says what keeps a crawl from being faster", () => {
    const boundOf = (hosts: number, changes: Partial<StackShape> = {}) =>
      forecast(aCrawl({ hosts }), aStack(changes)).bound;
    assert.equal(boundOf(3), "hosts");
    assert.equal(boundOf(1_000, { workers: 2 }), "workers");
    assert.equal(boundOf(3_000, { workers: 100 }), "links in flight");
  });

  it("The forecast time of a crawl with one host is that of its windows: four links a minute, ten seconds apart", () => {
    const crawl = aCrawl({ pages: 36_000, hosts: 1, minDelayMs: 10_000, fetchMs: 0 });
    const { hours } = forecast(crawl, aStack());
    assert.ok(hours > 149 && hours < 152, `${hours}`);
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
      { seed: 1, numRuns: cases(30, 100) },
    );
  });

  it("The forecast usage of a crawl costs more for twice the pages, but for a planner that leaves while they come", () => {
    const cost = (changes: Partial<CrawlShape>) =>
      costOf(forecast(aCrawl(changes), aStack()).usage).total;
    // It is called each minute, and stays where few pages are back soon.
    const stay = costOf({ ...NO_USAGE, lambdaGbSeconds: 60 * aStack().plannerGb }).total;
    fc.assert(
      fc.property(shape, (changes) => {
        assert.ok(cost({ ...changes, pages: changes.pages * 2 }) >= cost(changes) - stay);
      }),
      { seed: 1, numRuns: cases(30, 100) },
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

  it("The forecast planner uses one commit and one swap of two units a turn, beside its snapshots, and at most a run a minute", () => {
    const { ticks, parts } = forecast(aCrawl(), aStack());
    const { s3Writes, dynamoWriteUnits, lambdaRuns } = parts.plan;
    const { objects } = snapshotsOf(aCrawl().pages, aStack().snapshots);
    assert.ok(objects > 0);
    assert.equal(2 * (s3Writes - objects), dynamoWriteUnits);
    assert.ok(lambdaRuns <= ticks && lambdaRuns < s3Writes, `${lambdaRuns}, ${ticks}, ${s3Writes}`);
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

describe("the list of the pages of a crawl", () => {
  it("Rows cost a unit of writing a page, and packed items a sixth of that", () => {
    const crawl = aCrawl({ pages: 1e6, hosts: 1_000 });
    const listed = (hasRows: boolean) => forecast(crawl, aStack({ hasRows })).parts.listing;
    const [rows, packed] = [listed(true), listed(false)];
    assert.ok(
      rows.dynamoWriteUnits > 1e6 && rows.dynamoWriteUnits < 1.03e6,
      `${rows.dynamoWriteUnits}`,
    );
    assert.ok(packed.dynamoWriteUnits < 1e6 / 5, `${packed.dynamoWriteUnits}`);
    const dollars = (usage: typeof rows) => costOf(usage).total;
    assert.ok(dollars(rows) > 0.6 && dollars(rows) < 0.7, `${dollars(rows)}`);
  });

  it("Files of records cost a request for each 1,024 pages, and less than a cent a million with the planner's time", () => {
    const crawl = aCrawl({ pages: 1e6, hosts: 1_000 });
    for (const hasRows of [true, false]) {
      const { s3Writes, lambdaGbSeconds } = forecast(crawl, aStack({ hasRows })).parts.listing;
      assert.ok(s3Writes >= 1e6 / 1_024 && s3Writes < 1.01e3, `${s3Writes}`);
      const { total } = costOf({ ...NO_USAGE, s3Writes, lambdaGbSeconds });
      assert.ok(total > 0.005 && total < 0.01, `${total}`);
    }
  });
});
