import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { keepTogether, type MostLinks, packBatches } from "../../lib/stack/pack-batches.ts";
import { aLease } from "../support/a-lease.ts";

const REST = { crawl: "c", plan: "p", model: { hash: "h", pages: 0 } };
const idOf = (index: number) => `1-1-${index}`;

const noLoss = () => Infinity;

describe("packing leases into batches", () => {
  it("`packBatches` keeps each lease once, with a host's leases together and in their order", () => {
    const leases = fc.array(fc.nat(90), { maxLength: 1_500 });
    fc.assert(
      fc.property(leases, (hosts) => {
        const drawn = hosts.map((host, index) => aLease(`h${host}.example/${index}`));
        const batches = packBatches(drawn, REST, idOf, noLoss, 1_000);
        const packed = batches.flatMap((batch) => batch.leases);
        assert.equal(new Set(packed).size, drawn.length);
        for (const [host, ofHost] of Map.groupBy(drawn, ({ link }) => link.host)) {
          const at = batches.filter(({ leases: some }) =>
            some.some(({ link }) => link.host === host),
          );
          assert.equal(at.length, 1);
          assert.deepEqual(
            at[0]?.leases.filter(({ link }) => link.host === host),
            ofHost,
          );
        }
        assert.equal(new Set(batches.map(({ id }) => id)).size, batches.length);
      }),
      { seed: 1 },
    );
  });

  it("`packBatches` keeps the hosts of one server together", () => {
    const pages = Array.from({ length: 900 }, (_, page) => aLease(`filler.example/${page}`));
    const server = { server: 3 };
    const hosts = Array.from({ length: 150 }, (_, host) => aLease(`h${host}.x.example/`, server));
    const batches = packBatches([...hosts, ...pages], REST, idOf, noLoss, 1_000);
    assert.deepEqual(
      batches.map(({ leases }) => leases.length),
      [150, 900],
    );
  });

  it("After a loss the hosts of one server share a batch as one host's links do, and never two batches", () => {
    const hosts = Array.from({ length: 9 }, (_, host) =>
      aLease(`h${host}.x.example/`, { server: 3 }),
    );
    const neighbours = [aLease("y.example/1"), aLease("z.example/", { server: 4 })];
    const lost = new Set(hosts.slice(0, 6));
    const mostOf: MostLinks = (lease) => (lost.has(lease) ? 3 : Infinity);
    const { sent, back } = keepTogether([...hosts, ...neighbours], mostOf);
    assert.deepEqual(sent, [...hosts.slice(0, 3), ...neighbours]);
    assert.deepEqual(back, hosts.slice(3));
    assert.deepEqual(
      packBatches(sent, REST, idOf, mostOf, 1_000).map(({ leases }) => leases),
      [hosts.slice(0, 3), neighbours],
    );
  });

  it("`packBatches` puts at most 80 hosts and 1,000 pages into a batch", () => {
    const hosts = Array.from({ length: 81 }, (_, host) => aLease(`h${host}.example/`));
    assert.deepEqual(
      packBatches(hosts, REST, idOf, noLoss, 1_000).map(({ leases }) => leases.length),
      [80, 1],
    );
    const deep = Array.from({ length: 1_050 }, (_, page) =>
      aLease(`h${page % 21}.example/${page}`),
    );
    assert.deepEqual(
      packBatches(deep, REST, idOf, noLoss, 1_000).map(({ leases }) => leases.length),
      [1_000, 50],
    );
  });

  it("`packBatches` puts hosts that end at about the same time into one batch, whatever their order", () => {
    const short = Array.from({ length: 80 }, (_, host) => [
      aLease(`short${host}.example/`, { startAt: host }),
    ]);
    const long = Array.from({ length: 80 }, (_, host) =>
      [0, 1_000, 30_000].map((startAt) => aLease(`long${host}.example/${startAt}`, { startAt })),
    );
    const drawn = short.flatMap((each, index) => [...(long[index] ?? []), ...each]);
    assert.deepEqual(
      packBatches(drawn, REST, idOf, noLoss, 1_000).map(({ leases }) => leases),
      [short.flat(), long.flat()],
    );
  });

  it("`packBatches` keeps links that lost leases apart, in batches no larger than each of them allows", () => {
    const drawn = fc.array(fc.tuple(fc.nat(30), fc.constantFrom(1, 3, Infinity)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(drawn, (links) => {
        const most = new Map<string, number>();
        const leases = links.map(([host, allowed], index) => {
          const lease = aLease(`h${host}.example/${index}`);
          most.set(lease.link.url, allowed);
          return lease;
        });
        const mostOf: MostLinks = ({ link }) => most.get(link.url) ?? Infinity;
        const { sent, back } = keepTogether(leases, mostOf);
        assert.equal(new Set([...sent, ...back]).size, leases.length);
        const batches = packBatches(sent, REST, idOf, mostOf, 1_000);
        for (const batch of batches) {
          const allowed = batch.leases.map(mostOf);
          assert.ok(batch.leases.length <= Math.min(...allowed));
          assert.ok(
            allowed.every((each) => each < Infinity) || !allowed.some((each) => each < Infinity),
          );
        }
        const hosts = batches.flatMap(({ leases: of }) => [
          ...new Set(of.map(({ link }) => link.host)),
        ]);
        assert.equal(new Set(hosts).size, hosts.length, "no two batches ask a host");
        assert.equal(new Set(leases.map(({ link }) => link.host)).size, hosts.length);
      }),
      { seed: 1 },
    );
  });

  it("`packBatches` puts no more pages into a batch than it is told that fit", () => {
    const drawn = Array.from({ length: 9 }, (_, page) => aLease(`h${page % 3}.example/${page}`));
    assert.deepEqual(
      packBatches(drawn, REST, idOf, noLoss, 7).map(({ leases }) => leases.length),
      [6, 3],
    );
  });

  it("`packBatches` makes no batch from no leases", () => {
    assert.deepEqual(packBatches([], REST, idOf, noLoss, 1_000), []);
  });
});
