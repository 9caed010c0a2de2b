import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { BatchWindow } from "../../lib/domain/frontier/host-schedule.ts";
import type { Lease } from "../../lib/domain/frontier/link.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import { cases } from "../support/slow.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPace, aPolicy, drawAll, fetched, idle, namesOf } from "./frontier-links.ts";

const RUNS = { seed: 1, numRuns: cases(28, 100) };

/** Returns names and start times of leases, in order. */
function startsOf(leases: readonly Lease[]): (readonly [string, number])[] {
  return leases.map((lease) => [namesOf([lease])[0] ?? "", lease.startAt]);
}

/** Tests the promises of every frontier on draws in batch windows. */
export function describeFrontierWindows({ name, create }: FrontierMaker): void {
  describe(`${name}: drawing in turns`, () => {
    it("A frontier starts every lease at once where no window is asked for", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 2 }));
      await frontier.offer(["a.test/1", "a.test/2", "b.test/3"].map((link) => aLink(link)));
      const starts = (await drawAll(frontier, 7)).map(({ startAt }) => startAt);
      assert.deepEqual(starts, [7, 7, 7]);
    });

    it("A frontier leases links of a host one delay apart, in the order of all links", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100, leaseMs: 1_000 }));
      const priorities = { "a.test/1": 1, "a.test/2": 4, "b.test/3": 3, "a.test/4": 2 };
      for (const [link, priority] of Object.entries(priorities)) {
        await frontier.offer([aLink(link, { priority })]);
      }
      const window = { perHost: 9, step: 9, aheadMs: 1_000 };
      const { leases, nextReadyAt } = await frontier.draw({ limit: 9, now: 50, window });
      assert.deepEqual(startsOf(leases), [
        ["a.test/2", 50],
        ["b.test/3", 50],
        ["a.test/4", 150],
        ["a.test/1", 250],
      ]);
      assert.deepEqual(
        leases.map(({ expiresAt }) => expiresAt),
        [1_050, 1_050, 1_150, 1_250],
      );
      assert.equal(nextReadyAt, 1_050);
    });

    it("A frontier takes the hosts in turn, so that the best leaves room for others", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100, leaseMs: 1_000 }));
      const names = [
        "a.test/1",
        "a.test/2",
        "a.test/3",
        "a.test/4",
        "a.test/5",
        "b.test/6",
        "b.test/7",
      ];
      await frontier.offer(names.map((link, index) => aLink(link, { priority: 9 - index })));
      const window = { perHost: 4, step: 2, aheadMs: 1_000 };
      const few = { limit: 4, now: 0, window };
      const fewer = namesOf((await frontier.draw(few)).leases);
      assert.deepEqual(fewer, ["a.test/1", "a.test/2", "b.test/6", "b.test/7"]);
    });

    it("A frontier gives a host more in a further round, as far as the window goes", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100, leaseMs: 1_000 }));
      const names = ["a.test/1", "a.test/2", "a.test/3", "a.test/4", "b.test/5"];
      await frontier.offer(names.map((link, index) => aLink(link, { priority: 9 - index })));
      const window = { perHost: 3, step: 1, aheadMs: 1_000 };
      const { leases } = await frontier.draw({ limit: 9, now: 0, window });
      assert.deepEqual(startsOf(leases), [
        ["a.test/1", 0],
        ["b.test/5", 0],
        ["a.test/2", 100],
        ["a.test/3", 200],
      ]);
    });

    it("A frontier leases nothing that would start later than requested", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100, connectionsPerHost: 9 }));
      const links = ["a.test/1", "a.test/2", "a.test/3", "a.test/4"];
      await frontier.offer(links.map((link) => aLink(link)));
      const window = { perHost: 9, step: 9, aheadMs: 199 };
      const draw = await frontier.draw({ limit: 9, now: 0, window });
      assert.deepEqual(namesOf(draw.leases), ["a.test/1", "a.test/2"]);
      assert.equal(draw.nextReadyAt, 1, "the host's next slot is 200");
      assert.deepEqual(startsOf((await frontier.draw({ limit: 9, now: 1, window })).leases), [
        ["a.test/3", 200],
      ]);
    });

    it("A frontier includes a delayed host whose slot falls into the batch window, and defers it for others", async () => {
      const frontier = create(aPolicy());
      await frontier.offer(["a.test/1", "a.test/2", "a.test/3"].map((link) => aLink(link)));
      const [first] = await drawAll(frontier);
      assert.ok(first);
      const pace = aPace(500, { crawlDelayMs: 500 });
      await frontier.settle(first, fetched(first, 10, { pace }));
      const window = { perHost: 9, step: 9, aheadMs: 500 };
      assert.deepEqual(await frontier.draw({ limit: 0, now: 20, window }), idle(20));
      assert.deepEqual(await frontier.draw({ limit: 9, now: 20 }), idle(510));
      const { leases } = await frontier.draw({ limit: 9, now: 20, window });
      assert.deepEqual(startsOf(leases), [["a.test/2", 510]]);
    });

    it("A frontier draws nothing from a host whose connections earlier draws have taken", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 2 }));
      const links = ["a.test/1", "a.test/2", "a.test/3", "a.test/4"];
      await frontier.offer(links.map((link) => aLink(link)));
      const window = { perHost: 1, step: 9, aheadMs: 0 };
      const one = { limit: 9, now: 0, window };
      assert.deepEqual(namesOf((await frontier.draw(one)).leases), ["a.test/1"]);
      const more = { ...one, window: { perHost: 2, step: 9, aheadMs: 0 } };
      assert.deepEqual(namesOf((await frontier.draw(more)).leases), ["a.test/2", "a.test/3"]);
      assert.deepEqual((await frontier.draw(more)).leases, []);
    });

    it("A frontier opens the host again when enough of a window is settled", async () => {
      const frontier = create(aPolicy());
      await frontier.offer(["a.test/1", "a.test/2", "a.test/3"].map((link) => aLink(link)));
      const window = { perHost: 2, step: 9, aheadMs: 0 };
      const { leases } = await frontier.draw({ limit: 9, now: 0, window });
      for (const [index, lease] of leases.entries()) {
        assert.deepEqual((await frontier.draw({ limit: 9, now: index, window })).leases, []);
        await frontier.settle(lease, fetched(lease, index));
      }
      assert.deepEqual(startsOf(await drawAll(frontier, 9)), [["a.test/3", 9]]);
    });

    it("A frontier keeps delays and bounds, and every link, whatever is requested", async () => {
      await fc.assert(
        fc.asyncProperty(crawls(), async (crawl) => {
          const frontier = create(aPolicy({ minDelayMs: crawl.delayMs }));
          await keepsBounds(frontier, crawl);
        }),
        RUNS,
      );
    });

    it("A frontier draws as without a window where the window is one link a host, now", async () => {
      await fc.assert(
        fc.asyncProperty(crawls(), async (crawl) => {
          const policy = aPolicy({ minDelayMs: crawl.delayMs });
          const [plain, turned] = [create(policy), create(policy)];
          const request = { limit: 4, now: 0 };
          for (const now of crawl.moments) {
            for (const frontier of [plain, turned]) await frontier.offer(linksOf(crawl));
            const draw = await plain.draw({ ...request, now });
            const window = { perHost: 1, step: 9, aheadMs: 0 };
            assert.deepEqual(await turned.draw({ ...request, now, window }), draw);
            for (const lease of draw.leases.slice(1)) {
              for (const frontier of [plain, turned])
                await frontier.settle(lease, fetched(lease, now));
            }
          }
        }),
        RUNS,
      );
    });
  });
}

interface Crawl {
  readonly names: readonly string[];
  readonly delayMs: number;
  readonly window: BatchWindow;
  readonly limit: number;
  readonly moments: readonly number[];
}

function crawls(): fc.Arbitrary<Crawl> {
  return fc.record({
    names: fc.uniqueArray(
      fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9)).map(([h, p]) => `${h}.test/${p}`),
    ),
    delayMs: fc.constantFrom(0, 10, 50),
    window: fc.record({
      perHost: fc.integer({ min: 1, max: 4 }),
      step: fc.integer({ min: 1, max: 4 }),
      aheadMs: fc.nat(120),
    }),
    limit: fc.nat(12),
    moments: fc
      .array(fc.nat(40), { minLength: 1, maxLength: 6 })
      .map((steps) => steps.map((_, index) => steps.slice(0, index).reduce((a, b) => a + b, 0))),
  });
}

function linksOf({ names }: Crawl) {
  return names.map((name, index) => aLink(name, { priority: index % 3 }));
}

/** Draws at each moment and settles all but the first of a draw; no start may come too early or too late. */
async function keepsBounds(frontier: Frontier, crawl: Crawl): Promise<void> {
  const { window, limit, delayMs } = crawl;
  await frontier.offer(linksOf(crawl));
  const lastStart = new Map<string, number>();
  for (const now of crawl.moments) {
    const { leases } = await frontier.draw({ limit, now, window });
    assert.ok(leases.length <= limit);
    const drawn = new Map<string, number>();
    for (const { link, startAt } of leases) {
      assert.ok(startAt >= now && startAt <= now + window.aheadMs, `${startAt} at ${now}`);
      assert.ok(startAt >= (lastStart.get(link.host) ?? -Infinity) + delayMs, link.url);
      lastStart.set(link.host, startAt);
      drawn.set(link.host, (drawn.get(link.host) ?? 0) + 1);
    }
    for (const ofHost of drawn.values()) assert.ok(ofHost <= window.perHost);
    for (const lease of leases.slice(1)) await frontier.settle(lease, fetched(lease, now));
    const states = Object.values((await frontier.count()).states);
    assert.equal(
      states.reduce((sum, n) => sum + n, 0),
      crawl.names.length,
    );
  }
}
