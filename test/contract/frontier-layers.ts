import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FrontierPolicy, Selection } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Lease, OfferedLink } from "../../lib/domain/frontier/link.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import { rescoreAll } from "../support/rescore-all.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPolicy, drawAll, fetched, idle, namesOf, statesOf } from "./frontier-links.ts";

const DONE = { leases: [], nextReadyAt: undefined, layerDone: true };

function layered(topN: number, depth: number): Selection {
  return { kind: "layered", topN, depth, ties: "admission" };
}

/** Tests the promises of every frontier on layers. */
export function describeFrontierLayers({ name, create }: FrontierMaker): void {
  const make = (selection: Selection, changes: Partial<FrontierPolicy> = {}): Frontier =>
    create(aPolicy({ selection, connectionsPerHost: 9, ...changes }));

  /** Draws all links of a layer and settles them as fetched; the first page links to `links`. */
  const crawlLayer = async (frontier: Frontier, links: readonly OfferedLink[] = []) => {
    const leases = await drawAll(frontier);
    for (const [index, lease] of leases.entries()) {
      await frontier.settle(lease, fetched(lease, 1, index === 0 ? { links } : {}));
    }
    return namesOf(leases);
  };

  describe(`${name}: layers`, () => {
    it("A layered frontier fetches the seeds, then the best of all known links, layer by layer", async () => {
      const frontier = make(layered(2, 2));
      await frontier.offer([aLink("a.test/seed1"), aLink("a.test/seed2")]);
      const found = [1, 3, 2, 4].map((priority) =>
        aLink(`b.test/${priority}`, { priority, depth: 1 }),
      );
      assert.deepEqual(await crawlLayer(frontier, found), ["a.test/seed1", "a.test/seed2"]);
      assert.equal(await frontier.beginLayer(), true);
      // Better than any, but found too late for this layer.
      const late = [aLink("c.test/5", { priority: 5, depth: 2 })];
      assert.deepEqual(await crawlLayer(frontier, late), ["b.test/4", "b.test/3"]);
      assert.equal(await frontier.beginLayer(), true);
      assert.deepEqual(await crawlLayer(frontier), ["c.test/5", "b.test/2"]);
    });

    it("A layered frontier reports that a layer is done, and draws nothing until the next begins", async () => {
      const frontier = make(layered(2, 1));
      await frontier.offer([aLink("a.test/seed"), aLink("b.test/1", { depth: 1 })]);
      const [seed] = await drawAll(frontier);
      assert.ok(seed);
      assert.deepEqual(await frontier.draw({ limit: 9, now: 0 }), idle(seed.expiresAt));
      assert.equal(await frontier.beginLayer(), false, "a page of the layer is on its way");
      await frontier.settle(seed, fetched(seed, 1));
      for (const now of [2, 3]) assert.deepEqual(await frontier.draw({ limit: 9, now }), DONE);
      assert.equal((await frontier.count()).layer, 0);
      assert.equal(await frontier.beginLayer(), true);
      assert.equal((await frontier.count()).layer, 1);
      assert.equal(await frontier.beginLayer(), false, "it has just begun");
      assert.deepEqual(await crawlLayer(frontier), ["b.test/1"]);
    });

    it("A layered frontier chooses a layer by the links' scores at the end of the last one", async () => {
      const frontier = make(layered(1, 9));
      await frontier.offer([aLink("a.test/seed")]);
      await crawlLayer(frontier, [
        aLink("b.test/1", { priority: 2, depth: 1 }),
        aLink("b.test/2", { priority: 1, depth: 1 }),
      ]);
      await rescoreAll(frontier, ({ sequence }) => ({ priority: sequence, model: "sha256:new" }));
      await frontier.beginLayer();
      assert.deepEqual(await crawlLayer(frontier), ["b.test/2"]);
    });

    it("A layered frontier ends after the last layer, and when no links are left for one", async () => {
      const frontier = make(layered(1, 1));
      await frontier.offer([aLink("a.test/seed")]);
      await crawlLayer(frontier, [
        aLink("b.test/1", { depth: 1 }),
        aLink("b.test/2", { depth: 1 }),
      ]);
      await frontier.beginLayer();
      await crawlLayer(frontier);
      assert.deepEqual(await frontier.draw({ limit: 9, now: 6 }), idle(undefined));
      assert.equal(await frontier.beginLayer(), false);
      assert.deepEqual((await frontier.count()).states, statesOf({ waiting: 1, fetched: 2 }));
      const unlinked = make(layered(9, 9));
      await unlinked.offer([aLink("a.test/seed")]);
      await crawlLayer(unlinked);
      assert.deepEqual(await unlinked.draw({ limit: 9, now: 6 }), idle(undefined));
    });

    it("A layer holds as many links in scope as its size, however many the scope refused", async () => {
      const frontier = make(layered(2, 9));
      await frontier.offer([aLink("a.test/seed")]);
      const outside = [1, 2, 3, 4].map((n) =>
        aLink(`out.test/${n}`, { priority: 9, depth: 1, refusedBy: "host" }),
      );
      const inside = [1, 2, 3].map((n) => aLink(`b.test/${n}`, { priority: n, depth: 1 }));
      await crawlLayer(frontier, [...outside, ...inside]);
      await frontier.beginLayer();
      assert.deepEqual(await crawlLayer(frontier), ["b.test/3", "b.test/2"]);
    });

    it("A layered frontier without a fixed size begins layers until no link is left", async () => {
      const frontier = make({
        ...{ kind: "layered", topN: { pages: 1000 }, depth: Infinity, ties: "admission" },
      });
      await frontier.offer([aLink("a.test/seed")]);
      const chain = Array.from({ length: 40 }, (_, n) => aLink(`b${n}.test/`, { depth: 1 }));
      await crawlLayer(frontier, chain);
      const sizes: number[] = [];
      while (await frontier.beginLayer()) sizes.push((await crawlLayer(frontier)).length);
      assert.deepEqual(sizes, [16, 16, 8]);
    });

    it("A frontier with another selection has no layers", async () => {
      const frontier = make({ kind: "best" });
      await frontier.offer([aLink("a.test/1"), aLink("b.test/2", { depth: 1 })]);
      assert.deepEqual(await crawlLayer(frontier), ["a.test/1", "b.test/2"]);
      assert.deepEqual(await frontier.draw({ limit: 9, now: 6 }), idle(undefined));
      assert.equal(await frontier.beginLayer(), false);
    });

    it("A layered frontier waits for links of a layer that must be retried later", async () => {
      const frontier = make(layered(1, 9));
      await frontier.offer([aLink("a.test/seed"), aLink("b.test/1", { depth: 1 })]);
      const [seed] = await drawAll(frontier);
      assert.ok(seed);
      const again = { kind: "again", reason: "dns", countsAsAttempt: true } as const;
      const result = { ...again, notBefore: 100 };
      await frontier.settle(seed, fetched(seed, 1, { result }));
      assert.deepEqual(await frontier.draw({ limit: 9, now: 50 }), idle(100));
      assert.equal(await frontier.beginLayer(), false);
      assert.deepEqual(namesOf(await drawAll(frontier, 100)), ["a.test/seed"]);
    });

    it("A layered frontier gives the layer in which each lease was drawn", async () => {
      const frontier = make(layered(1, 9));
      await frontier.offer([aLink("a.test/seed"), aLink("b.test/1", { depth: 1 })]);
      const layerOf = (leases: readonly Lease[]) => leases.map(({ layer }) => layer);
      const seeds = await drawAll(frontier);
      assert.deepEqual(layerOf(seeds), [0]);
      for (const seed of seeds) await frontier.settle(seed, fetched(seed, 1));
      await frontier.beginLayer();
      assert.deepEqual(layerOf(await drawAll(frontier)), [1]);
    });

    it("A layered frontier draws a redirect's target in the layer of the redirected link", async () => {
      const frontier = make(layered(1, 9));
      await frontier.offer([aLink("a.test/seed"), aLink("b.test/1", { depth: 1 })]);
      await crawlLayer(frontier, [aLink("a.test/moved", { redirects: 1 })]);
      assert.deepEqual(await crawlLayer(frontier), ["a.test/moved"]);
      await frontier.beginLayer();
      await crawlLayer(frontier, [aLink("b.test/moved", { redirects: 1, depth: 1 })]);
      assert.deepEqual(await crawlLayer(frontier), ["b.test/moved"]);
      assert.equal((await frontier.count()).layer, 1);
    });
  });

  describe(`${name}: equals in a layer`, () => {
    /**
     * Returns the first layer of four links that are worth the same, and of one that is worth less
     * or more.
     */
    const firstLayer = async (ties: "admission" | "random", seed: number, other: number) => {
      const frontier = make({ kind: "layered", topN: 9, depth: 1, ties }, { seed });
      await frontier.offer([aLink("a.test/other", { depth: 1, priority: other })]);
      await frontier.offer(
        [1, 2, 3, 4].map((n) => aLink(`a.test/${n}`, { depth: 1, priority: 1 })),
      );
      await frontier.beginLayer();
      return (await crawlLayer(frontier)).map((link) => link.slice("a.test/".length));
    };
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);

    it("A layered frontier orders equal links by admission", async () => {
      assert.deepEqual(await firstLayer("admission", 1, 2), ["other", "1", "2", "3", "4"]);
      assert.deepEqual(await firstLayer("admission", 1, 0), ["1", "2", "3", "4", "other"]);
    });

    it("A layered frontier orders equal links by a random tie-break when asked, which the seed decides", async () => {
      const orders = await Promise.all(seeds.map((seed) => firstLayer("random", seed, 2)));
      assert.equal(new Set(orders.map(String)).size, 24);
      assert.deepEqual(await firstLayer("random", 5, 2), orders[5]);
    });

    it("A layered frontier keeps equal links after better and before worse ones", async () => {
      for (const seed of seeds) {
        assert.equal((await firstLayer("random", seed, 1.000_01))[0], "other");
        assert.equal((await firstLayer("random", seed, 0.999_99))[4], "other");
      }
    });
  });
}
