import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type FetchOutcome,
  redirectOutcome,
} from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";

/** What a redirect from `http://h.example/a/b?c` to these locations comes to. */
function redirectTo(...locations: readonly string[]): FetchOutcome {
  const headers = locations.map((location) => ["location", location] as const);
  return redirectOutcome(aUrl("http://h.example/a/b?c"), { status: 302, headers });
}

describe("A redirect", () => {
  for (const [location, target] of [
    ["d", "http://h.example/a/d"],
    ["../e?f#g", "http://h.example/e?f"],
    ["?x", "http://h.example/a/b?x"],
    ["//Other.Example:80/", "http://other.example/"],
    ["HTTPS://other.example", "https://other.example/"],
    [" /blank ", "http://h.example/blank"],
    ["/é", "http://h.example/%C3%A9"],
  ] as const) {
    it(`A redirect to ${JSON.stringify(location)} leads to ${target}`, () => {
      const headers = [["location", location]];
      assert.deepEqual(redirectTo(location), {
        kind: "redirect",
        status: 302,
        headers,
        location: target,
      });
    });
  }

  it("A redirect with several locations leads to the first", () => {
    const outcome = redirectTo("/1", "/2");
    assert.equal(outcome.kind === "redirect" && outcome.location, "http://h.example/1");
  });

  for (const location of ["ftp://h.example/", "javascript:void(0)", "file:///etc/passwd"]) {
    it(`A redirect out of http(s) is refused: ${location}`, () => {
      const head = { status: 302, headers: [["location", location]] };
      const refused = { kind: "refused", rule: "scheme", detail: location, ...head };
      assert.deepEqual(redirectTo(location), refused);
    });
  }

  for (const [name, locations, detail] of [
    ["nowhere", [], "no Location"],
    ["itself", [""], "to itself"],
    ["no URL", ["http://["], "malformed Location"],
    ["a URL with a password", ["http://u:p@h.example/"], "credentials Location"],
    ["a URL without end", [`/${"x".repeat(10_000)}`], "too-long Location"],
  ] as const) {
    it(`A redirect to ${name} fails permanently`, () => {
      const headers = locations.map((location) => ["location", location]);
      const failure = { kind: "failed", reason: "bad-redirect", detail, status: 302, headers };
      assert.deepEqual(redirectTo(...locations), failure);
    });
  }

  it("A redirect to itself that sets a cookie asks for it", () => {
    const headers = [
      ["location", "b?c"],
      ["set-cookie", "a=b"],
    ] as const;
    const outcome = redirectOutcome(aUrl("http://h.example/a/b?c"), { status: 302, headers });
    assert.equal(outcome.kind === "failed" && outcome.reason, "needs-cookie");
  });
});
