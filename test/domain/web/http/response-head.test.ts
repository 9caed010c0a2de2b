import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  headerText,
  headerTokens,
  headerValue,
} from "../../../../lib/domain/web/http/response-head.ts";

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
