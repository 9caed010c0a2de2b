import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileHostRule, hostName } from "../../../../lib/domain/web/url/canonical-url.ts";

describe("compileHostRule", () => {
  for (const [name, host, expected] of [
    ["example.org", "example.org", true],
    ["example.org", "www.example.org", true],
    ["example.org", "a.b.example.org", true],
    ["example.org", "badexample.org", false],
    ["example.org", "example.org.evil.test", false],
    ["www.example.org", "example.org", false],
    ["example.org", "example.org:8080", true],
    ["example.org", "a.example.org:8080", true],
    ["example.org:8080", "example.org:8080", true],
    ["example.org:8080", "a.example.org:8080", true],
    ["example.org:8080", "example.org", false],
    ["example.org:8080", "example.org:80801", false],
    ["127.0.0.1:4001", "127.0.0.1:4002", false],
    ["[::1]", "[::1]:8080", true],
    ["[::1]:8080", "[::1]", false],
  ] as const) {
    it(`The host rule ${name} ${expected ? "covers" : "does not cover"} ${host}`, () => {
      assert.equal(compileHostRule([name])(host), expected);
    });
  }

  it("A host rule without names covers nothing", () => {
    assert.equal(compileHostRule([])("example.org"), false);
  });
});

describe("hostName", () => {
  it("hostName removes the port, but no part of an IPv6 address", () => {
    assert.equal(hostName("example.org:8080"), "example.org");
    assert.equal(hostName("[::1]:8080"), "[::1]");
    assert.equal(hostName("[::1]"), "[::1]");
    assert.equal(hostName("example.org"), "example.org");
  });
});
