import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { REGISTRIES, shardOfHost } from "../../../lib/domain/shards/shard-of-host.ts";
import { registrableDomain } from "../../../lib/domain/url/host-rule.ts";

const shards = fc.integer({ min: 1, max: 20 });
const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
/** No registry: some names under `com`, such as `de`, are registries themselves. */
const ownName = fc.stringMatching(/^site[a-z0-9]{1,8}$/);
const suffix = fc.constantFrom("example", "com", "co.uk", "gov.in", "de", "github.io");

describe("shardOfHost", () => {
  it("Hosts of one registrable domain are in one shard, whatever their ports", () => {
    const subdomains = fc.array(label, { maxLength: 3 });
    fc.assert(
      fc.property(
        shards,
        ownName,
        suffix,
        subdomains,
        fc.nat(9_999),
        (count, own, end, above, port) => {
          const domain = registrableDomain(`${own}.${end}`);
          const host = [...above, domain].join(".");
          assert.equal(registrableDomain(host), domain);
          assert.equal(shardOfHost(host, count), shardOfHost(domain, count));
          assert.equal(shardOfHost(`${host}:${port}`, count), shardOfHost(domain, count));
        },
      ),
      { seed: 1 },
    );
  });

  it("Each host has one of the shards, and one shard has them all", () => {
    fc.assert(
      fc.property(shards, fc.domain(), (count, host) => {
        const shard = shardOfHost(host, count);
        assert.ok(Number.isInteger(shard) && shard >= 0 && shard < count);
        assert.equal(shardOfHost(host, 1), 0);
      }),
      { seed: 1 },
    );
  });

  it("Shards have about equal numbers of domains", () => {
    const counts = [0, 0, 0, 0, 0];
    for (let site = 0; site < 10_000; site += 1) {
      const shard = shardOfHost(`site${site}.co.uk`, counts.length);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    assert.ok(Math.min(...counts) > 1_800 && Math.max(...counts) < 2_200, counts.join(", "));
  });

  it("Hosts never move: these are where every version has them", () => {
    const hosts = [
      "a.example",
      "www.bbc.co.uk",
      "news.bbc.co.uk",
      "bees.de",
      "127.0.0.1:80",
      "[::1]:8080",
    ];
    assert.deepEqual(
      hosts.map((host) => shardOfHost(host, 20)),
      [12, 14, 14, 17, 12, 6],
    );
  });

  it("Anybody registers under the registries that are known", () => {
    for (const [country, names] of REGISTRIES) {
      for (const name of names) {
        const domain = `site.${name}.${country}`;
        assert.equal(registrableDomain(`www.${domain}`), domain);
      }
    }
  });
});
