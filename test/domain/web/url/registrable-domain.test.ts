import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registrableDomain } from "../../../../lib/domain/web/url/registrable-domain.ts";

describe("the registrable domain of a host", () => {
  for (const [host, domain] of [
    ["www.cs.example.edu", "example.edu"],
    ["shop.example.co.uk:8080", "example.co.uk"],
    ["me.github.io", "me.github.io"],
    ["localhost:8080", "localhost:8080"],
    ["127.0.0.1", "127.0.0.1"],
  ] as const) {
    it(`The registrable domain is ${domain} for ${host}`, () => {
      assert.equal(registrableDomain(host), domain);
    });
  }
});
