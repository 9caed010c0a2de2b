import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import { rescoreAll } from "../support/rescore-all.ts";
import { aLink, aPolicy, drawAll, fetched, namesOf, statesOf, urlOf } from "./frontier-links.ts";

/** An implementation under test. */
export interface FrontierMaker {
  readonly name: string;
  readonly create: (policy: FrontierPolicy) => Frontier;
}

/** Tests the promises of every frontier on the links it is offered. */
export function describeFrontier({ name, create }: FrontierMaker): void {
  describe(`${name}: offering`, () => {
    it("A frontier keeps one link a URL, in the order of first admission", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2"), aLink("a.test/1")]);
      await frontier.offer([aLink("a.test/2"), aLink("a.test/3")]);
      const { leases } = await frontier.draw({ limit: 9, now: 0 });
      assert.deepEqual(namesOf(leases), ["a.test/1", "a.test/2", "a.test/3"]);
      assert.deepEqual(
        leases.map(({ link }) => link.sequence),
        [1, 2, 3],
      );
    });

    it("A frontier hands a link out as it was offered", async () => {
      const frontier = create(aPolicy());
      const snippet = { anchor: 'a "quoted" \u0000 link', before: "…", after: "", title: "日本" };
      const parent = urlOf("elsewhere.test/never-offered");
      const way = { depth: 3, redirects: 1, parent, priority: 0.25, group: "g" };
      const {
        quotas: _quotas,
        refusedBy: _refusedBy,
        ...link
      } = aLink("a.test/1", { ...way, snippet });
      await frontier.offer([aLink("a.test/1", { ...way, snippet })]);
      const [lease] = await drawAll(frontier);
      assert.deepEqual(lease?.link, { ...link, sequence: 1, attempts: 0 });
    });

    it("A frontier knows a link's parent even when the parent is a link itself", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      const parent = urlOf("a.test/1");
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2", { parent })]);
      assert.equal((await drawAll(frontier))[1]?.link.parent, parent);
    });

    it("A frontier leaves leased and finished links unchanged when they are offered again", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      await frontier.offer([aLink("a.test/1", { priority: 9 })]);
      await frontier.settle(lease, fetched(lease, 1));
      await frontier.offer([aLink("a.test/1", { priority: 9, refusedBy: "too-deep" })]);
      assert.deepEqual(await drawAll(frontier, 2), []);
      assert.equal((await frontier.count()).states.fetched, 1);
    });

    it("A frontier refuses a priority that cannot be ordered, and changes nothing", async () => {
      const frontier = create(aPolicy());
      for (const priority of [Number.NaN, -1, Infinity]) {
        const offer = frontier.offer([aLink("a.test/1"), aLink("a.test/2", { priority })]);
        await assert.rejects(offer, { code: "priority-out-of-range" });
      }
      assert.equal((await frontier.count()).states.waiting, 0);
    });

    it("A frontier distinguishes URLs of one host that begin alike", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      const long = "x".repeat(2_000);
      await frontier.offer([aLink(`a.test/${long}1`), aLink(`a.test/${long}2`)]);
      assert.equal((await frontier.count()).states.waiting, 2);
    });
  });

  describe(`${name}: merging`, () => {
    const merged = async (merge: FrontierPolicy["merge"], ...priorities: number[]) => {
      const frontier = create(aPolicy({ merge }));
      for (const priority of priorities) {
        const said = { group: `g${priority}`, why: `w${priority}`, model: `m${priority}` };
        await frontier.offer([aLink("a.test/1", { priority, ...said })]);
      }
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      const { priority, group, why, model } = lease.link;
      return [priority, group, why, model];
    };

    it("A frontier merging by `greater` keeps the higher priority, with its scorer's data", async () => {
      assert.deepEqual(await merged("greater", 1, 3, 2), [3, "g3", "w3", "m3"]);
    });

    it("A frontier merging by `greater` compares weighted priorities, and the winner keeps its own", async () => {
      const frontier = create(aPolicy());
      await frontier.weighGroups(
        new Map([
          ["g1", 4],
          ["g5", 2],
        ]),
      );
      const offer = (priority: number) =>
        frontier.offer([aLink("a.test/1", { priority, group: `g${priority}` })]);
      // Worth 4, then 3, which is less; then 10, then 6; then 10 again, which is not more.
      for (const priority of [1, 3, 5, 6, 10]) await offer(priority);
      const [lease] = await drawAll(frontier);
      assert.deepEqual([lease?.link.priority, lease?.link.group], [5, "g5"]);
    });

    it("A frontier merging by `greater` ignores weights when the selection has none", async () => {
      const frontier = create(aPolicy({ selection: { kind: "fifo" } }));
      await frontier.weighGroups(new Map([["low", 0.1]]));
      await frontier.offer([aLink("a.test/1")]);
      await frontier.offer([aLink("a.test/1", { priority: 2, group: "low" })]);
      assert.equal((await drawAll(frontier))[0]?.link.group, "low");
    });

    it("A frontier merging by `sum` adds up priorities", async () => {
      assert.deepEqual(await merged("sum", 1, 3, 2), [6, "g1", "w1", "m1"]);
    });

    it("A frontier merging by `first` keeps the first priority", async () => {
      assert.deepEqual(await merged("first", 1, 3, 2), [1, "g1", "w1", "m1"]);
    });

    it("A frontier replaces a longer path from a seed by a shorter one", async () => {
      const frontier = create(aPolicy({ merge: "first" }));
      const parent = urlOf("a.test/near");
      await frontier.offer([aLink("a.test/1", { depth: 4, redirects: 1 })]);
      await frontier.offer([aLink("a.test/1", { depth: 2, parent })]);
      await frontier.offer([aLink("a.test/1", { depth: 3 })]);
      const [lease] = await drawAll(frontier);
      assert.deepEqual([lease?.link.depth, lease?.link.redirects], [2, 0]);
      assert.equal(lease?.link.parent, parent);
    });

    it("A frontier keeps a link's snippet when a new offer has none", async () => {
      const frontier = create(aPolicy());
      const snippet = { anchor: "here", before: "", after: "", title: "" };
      await frontier.offer([aLink("a.test/1", { snippet }), aLink("a.test/1", { priority: 5 })]);
      assert.deepEqual((await drawAll(frontier))[0]?.link.snippet, snippet);
    });
  });

  describe(`${name}: refusing`, () => {
    const rule = "too-deep";

    it("A frontier keeps a refused URL with its first rule, and never draws it", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1", { refusedBy: rule })]);
      await frontier.offer([aLink("a.test/1", { refusedBy: "denied" })]);
      const { states, reasons, hosts } = await frontier.count();
      assert.deepEqual([states.refused, hosts], [1, 0]);
      assert.deepEqual(reasons, new Map([["refused:too-deep", 1]]));
      assert.deepEqual(await drawAll(frontier), []);
    });

    it("A frontier admits a refused URL once it is offered in a way that no rule refuses", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1", { depth: 9, refusedBy: rule })]);
      await frontier.offer([aLink("a.test/1", { depth: 1 })]);
      const { states, reasons } = await frontier.count();
      assert.deepEqual([states.waiting, states.refused, reasons.size], [1, 0, 0]);
      assert.deepEqual(namesOf(await drawAll(frontier)), ["a.test/1"]);
    });

    it("A frontier does not refuse a queued URL that is offered again from too deep", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1"), aLink("a.test/1", { depth: 9, refusedBy: rule })]);
      assert.deepEqual(namesOf(await drawAll(frontier)), ["a.test/1"]);
    });

    it("A frontier never admits again a URL that was refused at its fetch", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      const result = { kind: "done", state: "refused", reason: "robots" } as const;
      await frontier.settle(lease, fetched(lease, 1, { result }));
      await frontier.offer([aLink("a.test/1", { priority: 9 })]);
      assert.deepEqual(await drawAll(frontier, 2), []);
      assert.deepEqual((await frontier.count()).reasons, new Map([["refused:robots", 1]]));
    });

    it("A frontier admits at most a quota's number of URLs, counting only the admitted", async () => {
      const frontier = create(aPolicy());
      const quotas = [{ key: "host:a.test", limit: 2, rule: "host-quota" }];
      const links = ["1", "2", "1", "3", "4"].map((path) => aLink(`a.test/${path}`, { quotas }));
      await frontier.offer([aLink("a.test/0", { quotas, refusedBy: rule }), ...links]);
      const { states, reasons } = await frontier.count();
      assert.equal(states.waiting, 2);
      assert.deepEqual(
        reasons,
        new Map([
          ["refused:too-deep", 1],
          ["refused:host-quota", 2],
        ]),
      );
    });

    it("A frontier admits at most a quota's number of hosts, each with all its URLs", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      const quotas = [
        { key: "hosts:x.test", limit: 2, rule: "host-quota", counts: "hosts" },
      ] as const;
      const names = ["a.x.test/1", "b.x.test/2", "c.x.test/3", "a.x.test/4", "b.x.test/5"];
      await frontier.offer(names.map((link) => aLink(link, { quotas })));
      await frontier.offer([aLink("c.x.test/6", { quotas }), aLink("a.x.test/7", { quotas })]);
      const { states, reasons, hosts } = await frontier.count();
      assert.deepEqual([states.waiting, hosts], [5, 2]);
      assert.deepEqual(reasons, new Map([["refused:host-quota", 2]]));
    });

    it("A frontier uses no quota for a link that another quota refuses", async () => {
      const frontier = create(aPolicy());
      const wide = { key: "wide", limit: 1, rule: "wide" };
      const none = { key: "none", limit: 0, rule: "none" };
      await frontier.offer([aLink("a.test/1", { quotas: [wide, none] })]);
      await frontier.offer([aLink("a.test/2", { quotas: [wide] })]);
      assert.equal((await frontier.count()).states.waiting, 1);
    });
  });

  describe(`${name}: capacity`, () => {
    const offerIn = async (
      frontier: Frontier,
      priorities: Record<string, number>,
    ): Promise<void> => {
      for (const [link, priority] of Object.entries(priorities)) {
        await frontier.offer([aLink(link, { priority })]);
      }
    };

    it("A frontier evicts the lowest link, and the last admitted among equals", async () => {
      const frontier = create(aPolicy({ capacity: 2 }));
      await offerIn(frontier, { "a.test/1": 1, "b.test/2": 1, "c.test/3": 1, "d.test/4": 2 });
      const { states, reasons } = await frontier.count();
      assert.deepEqual(states, statesOf({ waiting: 2, cut: 2 }));
      assert.deepEqual(reasons, new Map([["cut:capacity", 2]]));
      assert.deepEqual(namesOf(await drawAll(frontier)), ["d.test/4", "a.test/1"]);
    });

    it("A frontier queues an evicted link again when a new offer lifts it above the lowest", async () => {
      const frontier = create(aPolicy({ capacity: 1, merge: "sum" }));
      await offerIn(frontier, { "a.test/1": 3, "b.test/2": 2 });
      await offerIn(frontier, { "b.test/2": 2 });
      assert.deepEqual((await frontier.count()).states, statesOf({ waiting: 1, cut: 1 }));
      const [lease] = await drawAll(frontier);
      assert.deepEqual([lease?.link.url, lease?.link.priority], [urlOf("b.test/2"), 4]);
    });

    it("A frontier counts links that wait for a retry among the queued ones", async () => {
      const frontier = create(aPolicy({ capacity: 1 }));
      await offerIn(frontier, { "a.test/1": 1 });
      const [lease] = await drawAll(frontier);
      assert.ok(lease);
      const result = {
        kind: "again",
        reason: "timeout",
        notBefore: 50,
        countsAsAttempt: true,
      } as const;
      const links = [aLink("b.test/2", { priority: 2 })];
      await frontier.settle(lease, fetched(lease, 1, { result, links }));
      assert.deepEqual((await frontier.count()).states, statesOf({ waiting: 1, cut: 1 }));
      assert.deepEqual(namesOf(await drawAll(frontier, 60)), ["b.test/2"]);
    });
  });

  describe(`${name}: counting what waits by group`, () => {
    it("A frontier counts queued links by group after each operation, and leaves out empty groups", async () => {
      const frontier = create(aPolicy({ capacity: 3, connectionsPerHost: 9 }));
      const counted = async () => Object.fromEntries((await frontier.count()).waitingByGroup);
      assert.deepEqual(await counted(), {});
      await frontier.offer([
        aLink("a.test/1", { priority: 9, group: "x" }),
        aLink("a.test/2", { priority: 8, group: "x" }),
        aLink("a.test/3", { priority: 3, group: "y" }),
        aLink("a.test/4", { group: "out", refusedBy: "denied" }),
      ]);
      assert.deepEqual(await counted(), { x: 2, y: 1 });
      // Merged into another group; then one more than may wait, so that the lowest is cut.
      await frontier.offer([aLink("a.test/3", { priority: 4, group: "z" })]);
      assert.deepEqual(await counted(), { x: 2, z: 1 });
      await frontier.offer([aLink("a.test/5", { priority: 5, group: "y" })]);
      assert.deepEqual(await counted(), { x: 2, y: 1 });
      const { leases } = await frontier.draw({ limit: 2, now: 0 });
      assert.deepEqual(await counted(), { y: 1 });
      await rescoreAll(frontier, () => ({ priority: 1, group: "w", model: "m" }));
      assert.deepEqual(await counted(), { w: 1 });
      const [one, two] = leases;
      assert.ok(one && two);
      await frontier.settle(one, fetched(one, 1, { links: [aLink("a.test/6", { group: "z" })] }));
      const again = { kind: "again", reason: "dns", countsAsAttempt: true } as const;
      const result = { ...again, notBefore: 50 };
      await frontier.settle(two, fetched(two, 1, { result }));
      assert.deepEqual(await counted(), { w: 1, z: 1, x: 1 });
    });
  });

  describe(`${name}: rescoring`, () => {
    it("A frontier rescoring gives queued links a new priority and group, and leaves the others", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      const names = ["a.test/0", "a.test/1", "a.test/2", "b.test/3"];
      await frontier.offer(names.map((link) => aLink(link)));
      await frontier.draw({ limit: 1, now: 0 });
      await frontier.weighGroups(new Map([["low", 0.01]]));
      const scored = await rescoreAll(frontier, (link) => {
        if (link.sequence === 2) return undefined;
        const group = link.sequence === 3 ? { group: "low" } : { why: "new" };
        return { priority: 2, model: "sha256:new", ...group };
      });
      assert.equal(scored, 2);
      const leases = await drawAll(frontier);
      assert.deepEqual(namesOf(leases), ["b.test/3", "a.test/1", "a.test/2"]);
      assert.deepEqual(
        leases.map(({ link }) => link.why),
        ["new", "because", "because"],
      );
      assert.deepEqual(
        leases.map(({ link }) => link.model),
        ["sha256:new", "sha256:model", "sha256:new"],
      );
    });

    it("A frontier rescoring refuses a priority that cannot be ordered", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      const rescore = rescoreAll(frontier, () => ({ priority: Number.NaN, model: "m" }));
      await assert.rejects(rescore, { code: "priority-out-of-range" });
    });
  });
}
