import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { FrontierLink } from "../../lib/domain/frontier/link.ts";
import type { Rescore } from "../../lib/ports/frontier.ts";
import type { FrontierMaker } from "./frontier.ts";
import {
  aLink,
  aPace,
  aPolicy,
  drawAll,
  fetched,
  idle,
  namesOf,
  statesOf,
  urlOf,
} from "./frontier-links.ts";

/** Tests the promises of every frontier on draws: their order, hosts, time and layers. */
export function describeFrontierDraws({ name, create }: FrontierMaker): void {
  describe(`${name}: drawing`, () => {
    const drawnIn = async (selection: FrontierPolicy["selection"]): Promise<string[]> => {
      const frontier = create(aPolicy({ selection, connectionsPerHost: 9 }));
      const priorities = { "a.test/1": 1, "b.test/2": 3, "a.test/3": 2, "c.test/4": 3 };
      for (const [link, priority] of Object.entries(priorities)) {
        await frontier.offer([aLink(link, { priority })]);
      }
      return namesOf(await drawAll(frontier));
    };

    it("A frontier with selection `best` draws by priority, then by admission", async () => {
      assert.deepEqual(await drawnIn({ kind: "best" }), [
        "b.test/2",
        "c.test/4",
        "a.test/3",
        "a.test/1",
      ]);
    });

    it("A frontier with selection `fifo` or `lifo` draws by admission, whatever the priority", async () => {
      const order = ["a.test/1", "b.test/2", "a.test/3", "c.test/4"];
      assert.deepEqual(await drawnIn({ kind: "fifo" }), order);
      assert.deepEqual(await drawnIn({ kind: "lifo" }), order.toReversed());
    });

    it("A frontier with selection `random` draws a permutation that the seed decides", async () => {
      const orders = await Promise.all(
        Array.from({ length: 40 }, async (_, seed) => {
          const frontier = create(
            aPolicy({ selection: { kind: "random" }, seed, connectionsPerHost: 9 }),
          );
          await frontier.offer([aLink("a.test/1"), aLink("a.test/2"), aLink("a.test/3")]);
          return namesOf(await drawAll(frontier)).join(" ");
        }),
      );
      assert.equal(new Set(orders).size, 6);
      assert.deepEqual(await drawnIn({ kind: "random" }), await drawnIn({ kind: "random" }));
    });

    it("A frontier multiplies the priorities of a group's links by the group's weight", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      await frontier.offer([
        aLink("a.test/1", { priority: 4, group: "x" }),
        aLink("a.test/2", { priority: 3, group: "y" }),
        aLink("b.test/3", { priority: 2, group: "y" }),
      ]);
      await frontier.weighGroups(
        new Map([
          ["x", 0.5],
          ["unseen", 7],
        ]),
      );
      assert.deepEqual(namesOf(await drawAll(frontier)), ["a.test/2", "a.test/1", "b.test/3"]);
    });

    it("A frontier draws links of a group without weight last, and loses none", async () => {
      const frontier = create(
        aPolicy({ selection: { kind: "proportional" }, connectionsPerHost: 9 }),
      );
      await frontier.offer([
        aLink("a.test/1", { group: "x" }),
        aLink("a.test/2", { priority: 0.01 }),
      ]);
      await frontier.offer([aLink("a.test/3", { priority: 0 })]);
      await frontier.weighGroups(new Map([["x", 0]]));
      assert.equal(namesOf(await drawAll(frontier))[0], "a.test/2");
      assert.equal((await frontier.count()).states.leased, 3);
    });

    it("A frontier ranks a link anew whose turn has come, draws it by that rank, and makes no host wait for it", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100, connectionsPerHost: 1 }));
      const asked: string[] = [];
      const later = ({ url, group }: FrontierLink): Rescore | undefined => {
        asked.push(url);
        if (!url.endsWith("/1") || group === "later") return undefined;
        return { priority: 0.1, group: "later", why: "seen", model: "sha256:model" };
      };
      const priorities = { "a.test/1": 3, "a.test/2": 2, "a.test/3": 1 };
      await frontier.offer(
        Object.entries(priorities).map(([link, priority]) => aLink(link, { priority })),
      );
      const order: string[] = [];
      for (let now = 0; now < 1_000; now += 100) {
        for (const lease of (await frontier.draw({ limit: 1, now, later })).leases) {
          order.push(...namesOf([lease]));
          assert.equal(lease.startAt, now);
          await frontier.settle(lease, fetched(lease, now, { pace: aPace(100) }));
        }
      }
      assert.deepEqual(order, ["a.test/2", "a.test/3", "a.test/1"]);
      const urls = ["1", "2", "3", "1"].map((name) => `https://a.test/${name}`);
      assert.deepEqual(asked, urls);
      const { link } = (await frontier.find(urlOf("a.test/1"))) ?? {};
      assert.deepEqual([link?.priority, link?.group, link?.why], [0.1, "later", "seen"]);
    });

    it("A frontier that draws whatever the priority asks for no other rank", async () => {
      const frontier = create(aPolicy({ selection: { kind: "fifo" } }));
      await frontier.offer([aLink("a.test/1")]);
      const later = (): never => assert.fail("it was asked");
      assert.equal((await frontier.draw({ limit: 1, now: 0, later })).leases.length, 1);
    });

    it("A frontier refuses a weight that cannot be ordered", async () => {
      const frontier = create(aPolicy());
      for (const weight of [Number.NaN, -1, Infinity]) {
        const change = frontier.weighGroups(new Map([["x", weight]]));
        await assert.rejects(change, { code: "group-weight-out-of-range" });
      }
    });

    it("A frontier does not hold up other hosts when one is out of connections", async () => {
      const frontier = create(aPolicy());
      const links = ["a.test/1", "a.test/2", "a.test/3", "b.test/4", "b.test/5", "c.test/6"];
      await frontier.offer(links.map((link) => aLink(link)));
      assert.deepEqual(namesOf(await drawAll(frontier)), ["a.test/1", "b.test/4", "c.test/6"]);
    });

    it("A frontier draws no more than the limit, and reports that more is ready now", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1"), aLink("b.test/2")]);
      const draw = await frontier.draw({ limit: 1, now: 7 });
      assert.deepEqual([draw.leases.length, draw.nextReadyAt], [1, 7]);
    });

    it("A frontier reports that nothing is to come when nothing is queued and nothing is leased", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1", { refusedBy: "denied" })]);
      assert.deepEqual(await frontier.draw({ limit: 9, now: 0 }), idle(undefined));
    });
  });

  describe(`${name}: hosts and time`, () => {
    it("A frontier keeps a host's crawl delay from one request's end to the next one's start", async () => {
      const frontier = create(aPolicy({ minDelayMs: 100 }));
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2")]);
      const [first] = await drawAll(frontier, 1_000);
      assert.ok(first);
      assert.deepEqual(first.pace, aPace(100));
      const pace = aPace(250, { crawlDelayMs: 250 });
      await frontier.settle(first, fetched(first, 1_500, { pace }));
      assert.deepEqual(await frontier.draw({ limit: 9, now: 1_749 }), idle(1_750));
      const [second] = await drawAll(frontier, 1_750);
      assert.deepEqual(second?.pace, pace);
    });

    it("A frontier lets a host wait as long as it asks", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2")]);
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      await frontier.settle(lease, fetched(lease, 10, { pace: aPace(5, { notBefore: 5_000 }) }));
      assert.deepEqual(await frontier.draw({ limit: 9, now: 4_999 }), idle(5_000));
      assert.equal((await drawAll(frontier, 5_000)).length, 1);
    });

    it("A frontier does not let one connection undo the wait that another brought", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 2 }));
      await frontier.offer(["a.test/1", "a.test/2", "a.test/3"].map((link) => aLink(link)));
      const [one, two] = await drawAll(frontier);
      assert.ok(one && two);
      await frontier.settle(one, fetched(one, 10, { pace: aPace(0, { notBefore: 5_000 }) }));
      await frontier.settle(two, fetched(two, 20));
      assert.deepEqual(await frontier.draw({ limit: 9, now: 4_999 }), idle(5_000));
    });

    it("A frontier returns a lease that was not settled in time, and then no longer settles it", async () => {
      const frontier = create(aPolicy({ leaseMs: 100, minDelayMs: 30 }));
      await frontier.offer([aLink("a.test/1")]);
      const [first] = await drawAll(frontier);
      assert.ok(first);
      assert.deepEqual(await frontier.draw({ limit: 9, now: 99 }), idle(100));
      // Its fetch may have run until now: the host waits one delay from here.
      assert.deepEqual(await frontier.draw({ limit: 9, now: 100 }), idle(130));
      const [second] = await drawAll(frontier, 130);
      assert.ok(second);
      assert.notEqual(second.id, first.id);
      assert.equal(second.link.attempts, 0);
      assert.equal(
        await frontier.settle(first, fetched(first, 141, { links: [aLink("a.test/9")] })),
        false,
      );
      assert.deepEqual((await frontier.count()).states, statesOf({ leased: 1 }));
      assert.equal(await frontier.settle(second, fetched(second, 142)), true);
    });

    it("A frontier holds a lease until it is settled, or until a draw returns it", async () => {
      const frontier = create(aPolicy({ leaseMs: 100 }));
      await frontier.offer([aLink("a.test/1"), aLink("b.test/2")]);
      const [settled, returned] = await drawAll(frontier);
      assert.ok(settled && returned);
      assert.equal(await frontier.holds({ ...settled, id: "?" }), false);
      assert.equal(await frontier.holds(settled), true);
      await frontier.settle(settled, fetched(settled, 1));
      assert.equal(await frontier.holds(settled), false);
      assert.equal(await frontier.holds(returned), true);
      await drawAll(frontier, 100);
      assert.equal(await frontier.holds(returned), false);
    });

    it("A frontier names the open leases that expire by a moment, and ends none of them", async () => {
      const frontier = create(aPolicy({ leaseMs: 100 }));
      await frontier.offer([aLink("a.test/1"), aLink("b.test/2")]);
      const [first] = (await frontier.draw({ limit: 1, now: 0 })).leases;
      const [second] = (await frontier.draw({ limit: 1, now: 7 })).leases;
      assert.ok(first && second);
      assert.deepEqual(await frontier.expiring(99), []);
      assert.deepEqual(await frontier.expiring(100), [first]);
      assert.deepEqual(await frontier.expiring(107), [first, second]);
      assert.equal(await frontier.holds(first), true);
      await frontier.settle(first, fetched(first, 1));
      assert.deepEqual(await frontier.expiring(107), [second]);
    });

    it("A frontier counts the result of a lease that is over for nothing, whoever has the link now", async () => {
      const frontier = create(aPolicy({ leaseMs: 100 }));
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2", { priority: 0.5 })]);
      const [expired] = await drawAll(frontier);
      assert.ok(expired);
      const [again] = await drawAll(frontier, 100);
      assert.ok(again);
      assert.equal(again.link.url, expired.link.url);
      assert.equal(await frontier.holds(expired), false);
      assert.equal(await frontier.holds(again), true);
      const before = await frontier.count();
      const late = { links: [aLink("a.test/9")], pace: aPace(0, { notBefore: 9_000 }) };
      assert.equal(await frontier.settle(expired, fetched(expired, 101, late)), false);
      assert.deepEqual(await frontier.count(), before, "neither the page nor its links count");
      assert.equal(await frontier.holds(again), true);
      assert.equal(await frontier.settle(again, fetched(again, 102)), true);
      assert.deepEqual(
        namesOf(await drawAll(frontier, 102)),
        ["a.test/2"],
        "the host waits for nothing",
      );
    });

    it("A frontier settles a lease once", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      assert.equal(
        await frontier.settle(lease, fetched(lease, 1, { links: [aLink("a.test/2")] })),
        true,
      );
      assert.equal(
        await frontier.settle(lease, fetched(lease, 1, { links: [aLink("a.test/3")] })),
        false,
      );
      assert.equal(await frontier.settle({ ...lease, id: "?" }, fetched(lease, 1)), false);
      assert.deepEqual((await frontier.count()).states, statesOf({ waiting: 1, fetched: 1 }));
    });

    it("A frontier retries a link when its time has come, and counts only real attempts", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      for (const countsAsAttempt of [true, false]) {
        const [lease] = await drawAll(frontier, countsAsAttempt ? 0 : 1_000);
        assert.ok(lease);
        const again = { kind: "again", reason: "timeout", countsAsAttempt } as const;
        const notBefore = countsAsAttempt ? 1_000 : 2_000;
        await frontier.settle(lease, fetched(lease, 10, { result: { ...again, notBefore } }));
        const rest = await frontier.draw({ limit: 9, now: notBefore - 1 });
        assert.deepEqual(rest, idle(notBefore));
      }
      assert.equal((await drawAll(frontier, 2_000))[0]?.link.attempts, 1);
    });
  });
}
