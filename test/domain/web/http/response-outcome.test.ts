import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  headerText,
  headerTokens,
  headerValue,
  responseOutcome,
} from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";

/** What the status alone comes to, in a word; `body` where it is left to the body. */
function verdictOn(status: number): string {
  const headers = [["location", "/next"]] as const;
  const outcome = responseOutcome(aUrl("http://h.example/"), { status, headers });
  if (outcome?.kind === "failed") {
    assert.deepEqual([outcome.status, outcome.detail], [status, `HTTP ${status}`]);
    return outcome.reason;
  }
  return outcome?.kind ?? "body";
}

describe("A status", () => {
  const verdicts: readonly (readonly [verdict: string, statuses: readonly number[]])[] = [
    ["body", [200, 201, 203, 206, 299]],
    ["redirect", [300, 301, 302, 303, 305, 307, 308, 399]],
    ["gone", [204, 205, 400, 401, 402, 403, 404, 405, 407, 410, 418, 451, 499]],
    ["timeout", [408]],
    ["slow-down", [429, 503]],
    ["server-error", [425, 500, 501, 502, 504, 520, 599]],
    ["protocol", [0, 99, 100, 101, 103, 199, 304, 600, 999]],
  ];
  for (const [verdict, statuses] of verdicts) {
    it(`A response with status ${statuses.join(", ")} gets the verdict ${verdict}`, () => {
      for (const status of statuses) assert.equal(verdictOn(status), verdict, String(status));
    });
  }

  it("A 4xx response names its status in the outcome", () => {
    const gone = responseOutcome(aUrl("http://h.example/"), { status: 410, headers: [] });
    assert.deepEqual(gone, { kind: "gone", status: 410, headers: [] });
  });

  it("A 3xx response without a location fails", () => {
    const outcome = responseOutcome(aUrl("http://h.example/"), { status: 300, headers: [] });
    assert.equal(outcome?.kind === "failed" && outcome.reason, "bad-redirect");
  });
});

describe("A response's headers", () => {
  const headers = [
    ["via", "one"],
    ["content-encoding", "GZip ,, br"],
    ["via", "two"],
    ["content-encoding", " zstd"],
  ] as const;

  it("A response header with several values gives the first one", () => {
    assert.equal(headerValue(headers, "via"), "one");
    assert.equal(headerValue(headers, "location"), undefined);
  });

  it("A response header lists tokens across all its lines in lower case", () => {
    assert.deepEqual(headerTokens(headers, "content-encoding"), ["gzip", "br", "zstd"]);
    assert.deepEqual(headerTokens(headers, "transfer-encoding"), []);
  });
});

describe("The text of a header", () => {
  const octets = (text: string, encoding: "utf8" | "latin1") =>
    Buffer.from(text, encoding).toString("latin1");

  it("Header text is decoded as UTF-8 when its octets are valid, otherwise as Latin-1", () => {
    assert.equal(headerText("plain"), "plain");
    assert.equal(headerText(octets("/café", "latin1"), "location"), "/caf%E9");
    assert.equal(headerText(octets("/café", "utf8"), "location"), "/café");
    assert.equal(headerText(octets("café €", "utf8")), "café €");
    assert.equal(headerText(octets("café", "latin1")), "café");
    assert.equal(headerText(octets("\uFEFF\uFFFD", "utf8")), "\uFEFF\uFFFD");
  });

  it("Header text survives encoding as UTF-8, whatever it is", () => {
    const text = fc.string({ unit: "grapheme" });
    const comesBack = (value: string) => headerText(octets(value, "utf8")) === value;
    fc.assert(fc.property(text, comesBack), { seed: 1, numRuns: 300 });
  });
});
