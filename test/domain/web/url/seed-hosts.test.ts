import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reachableHosts } from "../../../../lib/domain/frontier/scope.ts";

describe("reachableHosts", () => {
  it("reachableHosts names no host when any host is allowed", () => {
    assert.equal(reachableHosts("any", ["example.org"]), undefined);
  });

  it("reachableHosts names the seeds' hosts without their www", () => {
    assert.deepEqual(reachableHosts("seeds", ["www.example.org", "a.example.net:8080"]), [
      "example.org",
      "a.example.net:8080",
    ]);
  });

  for (const [host, domain] of [
    ["www.example.co.uk", "example.co.uk"],
    ["a.b.example.org:8080", "example.org"],
    ["someone.github.io", "someone.github.io"],
    ["127.0.0.1:4001", "127.0.0.1:4001"],
    ["[::1]:4001", "[::1]:4001"],
    ["localhost", "localhost"],
  ] as const) {
    it(`reachableHosts names ${domain} for the seed ${host} when domains are allowed`, () => {
      assert.deepEqual(reachableHosts("seed-domains", [host]), [domain]);
    });
  }
});
