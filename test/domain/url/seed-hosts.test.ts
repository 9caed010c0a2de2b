import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reachableHosts } from "../../../lib/domain/url/seed-hosts.ts";

describe("reachableHosts", () => {
  it("names no host where any will do", () => {
    assert.equal(reachableHosts("any", ["example.org"]), undefined);
  });

  it("names the seeds' hosts without their www", () => {
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
    it(`names ${domain} for the seed ${host} where domains are meant`, () => {
      assert.deepEqual(reachableHosts("seed-domains", [host]), [domain]);
    });
  }
});
