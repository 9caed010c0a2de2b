import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chanceRank } from "../../lib/domain/frontier/chance-rank.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPolicy, fetched, namesOf } from "./frontier-links.ts";

interface ReopeningMaker extends FrontierMaker {
  readonly reopen: (frontier: Frontier, policy: FrontierPolicy) => Frontier;
}

const SEED = 5;

/** Returns the names of the first `count` links of one host, by rank. */
function byRank(count: number): string[] {
  const sequences = Array.from({ length: count }, (_, at) => at + 1);
  const ranked = sequences.toSorted((a, b) => chanceRank(SEED, a) - chanceRank(SEED, b));
  return ranked.map((sequence) => `a.test/${sequence}`);
}

const links = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    aLink(`a.test/${from + at}`, { priority: 1 / (from + at) }),
  );

/** Tests the promises of every frontier on draws by chance. */
export function describeFrontierChance({ name, create, reopen }: ReopeningMaker): void {
  const policy = aPolicy({ seed: SEED, drawsByChance: true, connectionsPerHost: 99 });

  describe(`${name}: draws by chance`, () => {
    it("A frontier draws as many links by chance as it is asked, in ascending rank, then the best", async () => {
      const frontier = create(policy);
      await frontier.offer(links(1, 20));
      const { leases } = await frontier.draw({ limit: 5, now: 0, byChance: 3 });
      const chosen = byRank(20).slice(0, 3);
      const best = links(1, 20).map(({ url }) => url.replace("https://", ""));
      assert.deepEqual(namesOf(leases), [
        ...chosen,
        ...best.filter((link) => !chosen.includes(link)).slice(0, 2),
      ]);
    });

    it("The level is the rank of the last link drawn by chance, and links up to it are pending until they are processed", async () => {
      const frontier = create(policy);
      assert.deepEqual((await frontier.count()).chance, { level: 0, pending: 0 });
      await frontier.offer(links(1, 20));
      const { leases } = await frontier.draw({ limit: 2, now: 0, byChance: 2 });
      const [first, second] = leases;
      assert.ok(first && second);
      const level = chanceRank(SEED, second.link.sequence);
      assert.deepEqual((await frontier.count()).chance, { level, pending: 2 });
      await frontier.settle(first, fetched(first, 1));
      await frontier.settle(second, fetched(second, 1));
      assert.deepEqual((await frontier.count()).chance, { level, pending: 0 });
    });

    it("A link discovered later with a rank below the level is pending, and the next by chance", async () => {
      const frontier = create(policy);
      await frontier.offer(links(1, 10));
      await frontier.draw({ limit: 8, now: 0, byChance: 8 });
      const { chance } = await frontier.count();
      await frontier.offer(links(11, 40));
      const next = byRank(40).find((link) => Number(link.slice(7)) > 10);
      assert.ok(((await frontier.count()).chance?.pending ?? 0) > (chance?.pending ?? 0));
      const { leases } = await frontier.draw({ limit: 1, now: 0, byChance: 1 });
      assert.deepEqual(namesOf(leases), [next]);
    });

    it("A link whose host is not ready is passed over and stays pending", async () => {
      const frontier = create({ ...policy, connectionsPerHost: 1 });
      const [low, high] = byRank(2).map((link) => Number(link.slice(7)));
      // The link of the lower rank is on a host that is busy.
      const hosts = ["busy.test", "free.test"];
      const offered = low === 1 ? hosts : hosts.toReversed();
      await frontier.offer(offered.map((host) => aLink(`${host}/x`)));
      await frontier.offer([aLink("busy.test/now", { priority: 9 })]);
      await frontier.draw({ limit: 1, now: 0 });
      const { leases } = await frontier.draw({ limit: 1, now: 0, byChance: 1 });
      assert.deepEqual(namesOf(leases), ["free.test/x"]);
      const level = chanceRank(SEED, high ?? 0);
      const isBusyBelow = chanceRank(SEED, 3) <= level;
      const pending = isBusyBelow ? 3 : 2;
      assert.deepEqual((await frontier.count()).chance, { level, pending });
    });

    it("In a batch window links by chance are drawn of hosts in turn, one delay apart, and the window's bounds hold", async () => {
      const frontier = create({ ...policy, connectionsPerHost: 1, minDelayMs: 100 });
      await frontier.offer([...links(1, 10), aLink("b.test/1"), aLink("b.test/2")]);
      const window = { perHost: 2, step: 1, aheadMs: 1_000 };
      const { leases } = await frontier.draw({ limit: 9, now: 0, byChance: 3, window });
      const hosts = leases.map(({ link }) => link.host);
      assert.deepEqual([...hosts].toSorted(), ["a.test", "a.test", "b.test", "b.test"]);
      const starts = Map.groupBy(leases, ({ link }) => link.host);
      for (const ofHost of starts.values())
        assert.deepEqual(
          ofHost.map(({ startAt }) => startAt),
          [0, 100],
        );
      assert.ok(((await frontier.count()).chance?.level ?? 0) > 0);
    });

    it("Draws by chance go on where they were when a frontier is reopened, and start over after a run without them", async () => {
      const before = create(policy);
      await before.offer(links(1, 20));
      const { leases } = await before.draw({ limit: 2, now: 0, byChance: 2 });
      const { chance } = await before.count();
      const after = reopen(before, { ...policy, leasesOutliveProcess: true });
      assert.deepEqual((await after.count()).chance, chance);
      for (const lease of leases) await after.settle(lease, fetched(lease, 1));
      const next = await after.draw({ limit: 1, now: 0, byChance: 1 });
      assert.deepEqual(namesOf(next.leases), byRank(20).slice(2, 3));
      const without = reopen(after, { ...policy, drawsByChance: false });
      assert.equal((await without.count()).chance, undefined);
      const startedOver = reopen(without, policy);
      assert.equal((await startedOver.count()).chance?.level, 0);
    });
  });
}
