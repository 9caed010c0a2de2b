import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Lease } from "../../lib/domain/frontier/link.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import { cases } from "../support/slow.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPace, aPolicy, drawAll, fetched, namesOf } from "./frontier-links.ts";

const ADDRESS = "192.0.2.1";
const STEP_MS = 10;
const DELAY_MS = 100;

/** Draws from hosts of one address. */
const POLICY = { minDelayMs: DELAY_MS, minDelayPerAddressMs: STEP_MS, leaseMs: 10_000 };

/** An implementation under test; `reopen` gives the frontier as the next process finds it. */
interface ServedFrontierMaker extends FrontierMaker {
  readonly reopen: (frontier: Frontier, policy: FrontierPolicy) => Frontier;
}

/** Tests the promises of every frontier on hosts that share an address. */
export function describeFrontierServers({ name, create, reopen }: ServedFrontierMaker): void {
  describe(`${name}: hosts at one address`, () => {
    it("A frontier asks the hosts of a domain at one address as if they were one host", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer(["a.x.test/1", "b.x.test/2", "c.x.test/3"].map((link) => aLink(link)));
      assert.deepEqual(await startsOf(frontier, () => ADDRESS, 1), [
        ["a.x.test/1", 0],
        ["b.x.test/2", 105],
        ["c.x.test/3", 210],
      ]);
    });

    it("A frontier asks the hosts of a domain at two addresses independently", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer(["a.x.test/1", "b.x.test/2"].map((link) => aLink(link)));
      const [a, b] = await drawAll(frontier);
      assert.ok(a && b);
      await frontier.settle(a, fetched(a, 5, { address: ADDRESS }));
      await frontier.settle(b, fetched(b, 5, { address: "192.0.2.2" }));
      await frontier.offer(["a.x.test/3", "b.x.test/4"].map((link) => aLink(link)));
      assert.deepEqual(namesOf(await drawAll(frontier, 105)), ["a.x.test/3", "b.x.test/4"]);
    });

    it("A frontier starts one request per step at an address, whatever the domains", async () => {
      const frontier = create(aPolicy(POLICY));
      const domains = Array.from({ length: 5 }, (_, index) => `${index}.test`);
      await frontier.offer(domains.map((host) => aLink(`${host}/first`)));
      for (const lease of await drawAll(frontier)) {
        await frontier.settle(lease, fetched(lease, 5, { address: ADDRESS }));
      }
      await frontier.offer(domains.map((host) => aLink(`${host}/second`)));
      const starts = (await startsOf(frontier, () => ADDRESS, 9, 200)).map(([, at]) => at);
      assert.deepEqual(starts, [200, 210, 220, 230, 240]);
    });

    it("A frontier counts the addresses of a /64 network as one", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer(["a.x.test/1", "b.x.test/2"].map((link) => aLink(link)));
      const [a, b] = await drawAll(frontier);
      assert.ok(a && b);
      await frontier.settle(a, fetched(a, 5, { address: "2001:db8::1" }));
      await frontier.settle(b, fetched(b, 5, { address: "2001:db8:0:0:ffff::2" }));
      await frontier.offer(["a.x.test/3", "b.x.test/4"].map((link) => aLink(link)));
      assert.deepEqual(namesOf(await drawAll(frontier, 105)), ["a.x.test/3"]);
    });

    it("A frontier presumes a new host at the address its domain answered from last", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer([aLink("x.test/")]);
      const [first] = await drawAll(frontier);
      assert.ok(first);
      const links = [aLink("new.x.test/"), aLink("y.test/")];
      await frontier.settle(first, fetched(first, 50, { address: ADDRESS, links }));
      assert.deepEqual(namesOf(await drawAll(frontier, 60)), ["y.test/"]);
      assert.deepEqual(namesOf(await drawAll(frontier, 149)), []);
      assert.deepEqual(namesOf(await drawAll(frontier, 150)), ["new.x.test/"]);
    });

    it("A frontier gives the turn of an address to the host with the best link", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer([aLink("x.test/", { priority: 9 })]);
      const [first] = await drawAll(frontier);
      assert.ok(first);
      const links = [3, 1, 2].map((priority) => aLink(`${priority}.x.test/`, { priority }));
      await frontier.settle(first, fetched(first, 0, { address: ADDRESS, links }));
      assert.deepEqual(
        (await startsOf(frontier, () => ADDRESS, 9)).map(([link]) => link),
        ["3.x.test/", "2.x.test/", "1.x.test/"],
      );
    });

    it("A frontier doubles the delay of a server whose hosts fail, and no broken host stops the others", async () => {
      const frontier = create(aPolicy(POLICY));
      const hosts = ["a.x.test", "b.x.test"];
      await frontier.offer(hosts.map((host) => aLink(`${host}/1`)));
      const [a] = (await frontier.draw({ limit: 1, now: 0 })).leases;
      assert.ok(a);
      const broken = aPace(300_000, { baseDelayMs: DELAY_MS, consecutiveFailures: 1 });
      await frontier.settle(a, fetched(a, 0, { address: ADDRESS, pace: broken }));
      assert.deepEqual(namesOf(await drawAll(frontier, 999)), []);
      assert.deepEqual(namesOf(await drawAll(frontier, 1_000)), ["b.x.test/1"]);
    });

    it("A frontier obeys for all hosts of a server when one is told to retry later", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer(["a.x.test/1", "b.x.test/2"].map((link) => aLink(link)));
      const [a, b] = await drawAll(frontier);
      assert.ok(a && b);
      await frontier.settle(b, fetched(b, 0, { address: ADDRESS, links: [aLink("b.x.test/3")] }));
      const told = aPace(DELAY_MS, { notBefore: 5_000 });
      await frontier.settle(a, fetched(a, 0, { address: ADDRESS, pace: told }));
      assert.deepEqual(namesOf(await drawAll(frontier, 4_999)), []);
      assert.deepEqual(namesOf(await drawAll(frontier, 5_000)), ["b.x.test/3"]);
    });

    it("A frontier spreads the hosts of a server over a batch window, one delay apart", async () => {
      const frontier = create(aPolicy(POLICY));
      await frontier.offer([aLink("x.test/")]);
      const [first] = await drawAll(frontier);
      assert.ok(first);
      const names = ["a.x.test/1", "b.x.test/2", "a.x.test/3", "b.x.test/4"];
      const links = names.map((link) => aLink(link));
      await frontier.settle(first, fetched(first, 0, { address: ADDRESS, links }));
      const window = { perHost: 9, step: 1, aheadMs: 250 };
      const { leases } = await frontier.draw({ limit: 9, now: 100, window });
      assert.deepEqual(
        leases.map((lease) => lease.startAt),
        [100, 200, 300],
      );
      assert.equal(new Set(leases.map(({ server }) => server)).size, 1);
    });

    it("A frontier puts no more starts at one address into a batch window than it has steps", async () => {
      const frontier = create(aPolicy(POLICY));
      const domains = Array.from({ length: 20 }, (_, index) => `${index}.test`);
      await frontier.offer(domains.map((host) => aLink(`${host}/first`)));
      for (const lease of await drawAll(frontier)) {
        await frontier.settle(lease, fetched(lease, 0, { address: ADDRESS }));
      }
      await frontier.offer(
        domains.flatMap((host) => [aLink(`${host}/second`), aLink(`${host}/third`)]),
      );
      const window = { perHost: 9, step: 1, aheadMs: 95 };
      const { leases } = await frontier.draw({ limit: 99, now: 1_000, window });
      assert.equal(leases.length, 10);
      assert.equal(Math.max(...leases.map(({ startAt }) => startAt)), 1_090);
    });

    it("A frontier keeps the pace of every server and address, and ends, in any crawl", async () => {
      await fc.assert(
        fc.asyncProperty(crawls(), (crawl) => keepsPaces({ create, reopen }, crawl)),
        { seed: 1, numRuns: cases(24, 150) },
      );
    });
  });
}

/** Crawls with fetches that take 5 ms; returns the starts. */
async function startsOf(
  frontier: Frontier,
  addressOf: (host: string) => string,
  limit: number,
  from = 0,
): Promise<(readonly [string, number])[]> {
  const starts: (readonly [string, number])[] = [];
  let now = from;
  for (;;) {
    const { leases, nextReadyAt } = await frontier.draw({ limit, now });
    for (const lease of leases) {
      starts.push([namesOf([lease])[0] ?? "", now]);
      const address = addressOf(lease.link.host);
      await frontier.settle(lease, fetched(lease, now + 5, { address }));
    }
    if (nextReadyAt === undefined && leases.length === 0) return starts;
    now = Math.max(now, leases.length > 0 ? now + 5 : (nextReadyAt ?? now));
  }
}

/** A crawl of a few hosts: their domains and addresses, and how long each fetch takes. */
interface Crawl {
  readonly policy: Partial<FrontierPolicy>;
  readonly limit: number;
  /** One link each: host, priority, address, duration in ms. */
  readonly links: readonly (readonly [string, number, string, number])[];
  /** Links offered with each page. */
  readonly perPage: number;
  /** Draws after which another process takes over; the leases outlive it. */
  readonly drawsPerProcess: number;
}

function crawls(): fc.Arbitrary<Crawl> {
  const hosts = fc
    .tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("x", "y", "z"))
    .map(([label, domain]) => `${label}.${domain}.test`);
  const addresses = fc.constantFrom(ADDRESS, ADDRESS, "192.0.2.2");
  return fc.record({
    policy: fc.record({
      connectionsPerHost: fc.constantFrom(1, 1, 2),
      minDelayMs: fc.constantFrom(0, 20, DELAY_MS),
      minDelayPerAddressMs: fc.constantFrom(0, STEP_MS),
    }),
    limit: fc.integer({ min: 1, max: 6 }),
    links: fc.array(fc.tuple(hosts, fc.nat(3), addresses, fc.nat(150)), {
      minLength: 1,
      maxLength: 40,
    }),
    perPage: fc.integer({ min: 1, max: 5 }),
    drawsPerProcess: fc.constantFrom(Infinity, Infinity, 1, 3),
  });
}

/** What a server has seen of the requests whose address was known or presumed. */
interface Seen {
  running: number;
  readyAt: number;
}

async function keepsPaces(
  { create, reopen }: Pick<ServedFrontierMaker, "create" | "reopen">,
  crawl: Crawl,
): Promise<void> {
  const policy = aPolicy({ leaseMs: 100_000, leasesOutliveProcess: true, ...crawl.policy });
  let frontier = create(policy);
  const offered = crawl.links.map(([host, priority], index) =>
    aLink(`${host}/${index}`, { priority }),
  );
  // A host keeps its address: that of its first link.
  const addressOf = new Map(crawl.links.toReversed().map(([host, , address]) => [host, address]));
  const servers = new Map<number, Seen>();
  const lastStart = new Map<string, number>();
  const asked = new Set<string>();
  const running: { readonly lease: Lease; readonly endsAt: number }[] = [];
  let waiting = offered.slice(crawl.perPage);
  await frontier.offer(offered.slice(0, crawl.perPage));
  let now = 0;
  let done = 0;
  const end = async ({ lease }: (typeof running)[number]): Promise<void> => {
    const address = addressOf.get(lease.link.host);
    const links = waiting.slice(0, crawl.perPage);
    waiting = waiting.slice(crawl.perPage);
    assert.ok(await frontier.settle(lease, fetched(lease, now, { address, links })));
    asked.add(lease.link.host);
    done += 1;
    if (lease.server === undefined) return;
    const seen = servers.get(lease.server);
    assert.ok(seen);
    seen.running -= 1;
    seen.readyAt = Math.max(seen.readyAt, now + policy.minDelayMs);
  };
  for (let steps = 0; ; steps += 1) {
    assert.ok(steps < 10_000, "the crawl does not end");
    if (steps > 0 && steps % crawl.drawsPerProcess === 0) frontier = reopen(frontier, policy);
    const room = crawl.limit - running.length;
    const draw = await frontier.draw({ limit: Math.max(0, room), now });
    for (const lease of draw.leases) {
      const { host } = lease.link;
      const seen = servers.get(lease.server ?? 0) ?? { running: 0, readyAt: 0 };
      if (lease.server !== undefined) {
        servers.set(lease.server, seen);
        assert.ok(seen.running < policy.connectionsPerHost, `${host} at ${now} beside others`);
        assert.ok(now >= seen.readyAt, `${host} at ${now}, its server is free at ${seen.readyAt}`);
        seen.running += 1;
      }
      const address = addressOf.get(host) ?? "";
      if (asked.has(host)) {
        const since = now - (lastStart.get(address) ?? Number.NEGATIVE_INFINITY);
        assert.ok(since >= policy.minDelayPerAddressMs, `${host} ${since} ms after another`);
        assert.notEqual(lease.server, undefined);
      }
      if (lease.server !== undefined && asked.has(host)) lastStart.set(address, now);
      const index = Number(lease.link.url.split("/").at(-1));
      running.push({ lease, endsAt: now + (crawl.links[index]?.[3] ?? 0) });
    }
    running.sort((a, b) => a.endsAt - b.endsAt);
    const [next] = running;
    const readyAt = room > draw.leases.length ? draw.nextReadyAt : undefined;
    if (next === undefined && readyAt === undefined) break;
    if (next !== undefined && next.endsAt <= Math.max(now, readyAt ?? Number.POSITIVE_INFINITY)) {
      now = Math.max(now, next.endsAt);
      running.shift();
      await end(next);
    } else now = Math.max(now, readyAt ?? now);
  }
  assert.equal(done, crawl.links.length);
}
