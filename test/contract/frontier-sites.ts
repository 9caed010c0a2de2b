import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Settlement } from "../../lib/domain/frontier/link.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPolicy, drawAll, fetched, namesOf, statesOf } from "./frontier-links.ts";

interface ReopeningMaker extends FrontierMaker {
  readonly reopen: (frontier: Frontier, policy: FrontierPolicy) => Frontier;
}

const GONE: Settlement["result"] = { kind: "done", state: "failed", reason: "gone" };

/** Tests the promises of every frontier on the pages of a site. */
export function describeFrontierSites({ name, create, reopen }: ReopeningMaker): void {
  const policy = aPolicy({ pagesPerSite: 2, connectionsPerHost: 9 });
  const ofSite = ["a.test/1", "a.test/2", "www.a.test/3", "a.test/4"].map((url) => aLink(url));

  const fetchAll = async (frontier: Frontier, now = 0) => {
    const names: string[] = [];
    for (;;) {
      const leases = await drawAll(frontier, now);
      if (leases.length === 0) return names;
      names.push(...namesOf(leases));
      for (const lease of leases) await frontier.settle(lease, fetched(lease, now));
    }
  };

  describe(`${name}: pages of a site`, () => {
    it("A site has no more leases than it may have pages, over all its hosts", async () => {
      const frontier = create(policy);
      await frontier.offer([...ofSite, aLink("b.test/5")]);
      assert.deepEqual(namesOf(await drawAll(frontier)), ["a.test/1", "a.test/2", "b.test/5"]);
      assert.deepEqual(await drawAll(frontier), []);
    });

    it("A fetch without a page leaves its site room, on another host, too", async () => {
      const frontier = create(policy);
      await frontier.offer(ofSite);
      const [first, second] = await drawAll(frontier);
      assert.ok(first && second);
      await frontier.settle(first, fetched(first, 1, { result: GONE }));
      assert.deepEqual(namesOf(await drawAll(frontier, 1)), ["www.a.test/3"]);
      await frontier.settle(second, fetched(second, 2));
      assert.deepEqual(await drawAll(frontier, 2), []);
    });

    it("Nothing more comes of a site that has its pages: its links wait, and no draw is announced", async () => {
      const frontier = create(policy);
      await frontier.offer(ofSite);
      assert.deepEqual(await fetchAll(frontier), ["a.test/1", "a.test/2"]);
      const draw = await frontier.draw({ limit: 9, now: 10_000 });
      assert.deepEqual(draw, { leases: [], nextReadyAt: undefined, layerDone: false });
      const { states, spentSites } = await frontier.count();
      assert.deepEqual([states, spentSites], [statesOf({ fetched: 2, waiting: 2 }), 1]);
    });

    it("A link found after its site has its pages is refused, and one of another site is not", async () => {
      const frontier = create(policy);
      await frontier.offer(ofSite);
      await fetchAll(frontier);
      await frontier.offer([aLink("forum.a.test/6"), aLink("b.test/7")]);
      assert.deepEqual(Object.fromEntries((await frontier.count()).reasons), {
        "fetched:page": 2,
        "refused:site-budget": 1,
      });
      assert.deepEqual(await fetchAll(frontier), ["b.test/7"]);
    });

    it("Within a batch window a site has no more leases than it may have pages", async () => {
      const frontier = create(policy);
      await frontier.offer(ofSite);
      const window = { perHost: 50, step: 1, aheadMs: 35_000 };
      const { leases } = await frontier.draw({ limit: 50, now: 0, window });
      assert.equal(leases.length, 2);
      for (const lease of leases) await frontier.settle(lease, fetched(lease, 1));
      const next = await frontier.draw({ limit: 50, now: 1, window });
      assert.deepEqual([next.leases, next.nextReadyAt], [[], undefined]);
    });

    it("The pages are counted in the next process, and a greater budget goes on", async () => {
      const frontier = create(policy);
      await frontier.offer(ofSite);
      await fetchAll(frontier);
      const again = reopen(frontier, policy);
      assert.deepEqual(await fetchAll(again), []);
      const more = reopen(again, { ...policy, pagesPerSite: 3 });
      assert.equal((await fetchAll(more)).length, 1);
      const all = reopen(more, aPolicy());
      assert.equal((await fetchAll(all)).length, 1);
    });

    it("A lease that outlives its process counts for its site until it ends", async () => {
      const outliving = { ...policy, leasesOutliveProcess: true, leaseMs: 100 };
      const frontier = create(outliving);
      await frontier.offer(ofSite);
      await drawAll(frontier);
      const again = reopen(frontier, outliving);
      assert.deepEqual(await drawAll(again, 50), []);
      assert.equal((await drawAll(again, 200)).length, 2);
    });

    it("A host whose site has no room gives its turn at its address to another site", async () => {
      const frontier = create({ ...policy, pagesPerSite: 1, minDelayPerAddressMs: 100 });
      const address = "192.0.2.1";
      for (const [at, url] of ["a.test/1", "www.a.test/2", "c.test/3"].entries()) {
        await frontier.offer([aLink(url)]);
        const [lease] = await drawAll(frontier, at * 100);
        assert.ok(lease);
        await frontier.settle(lease, fetched(lease, at * 100, { result: GONE, address }));
      }
      const priorities = { "a.test/4": 3, "www.a.test/5": 2, "c.test/6": 1 };
      await frontier.offer(
        Object.entries(priorities).map(([url, priority]) => aLink(url, { priority })),
      );
      assert.deepEqual(namesOf(await drawAll(frontier, 300)), ["a.test/4"]);
      assert.deepEqual(namesOf(await drawAll(frontier, 400)), ["c.test/6"]);
    });
  });
}
