import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { linkFeatures } from "../../../../lib/domain/methods/comments/commd.ts";
import { aUrl } from "../../../support/a-url.ts";
import { anyWebUrl } from "../../../support/any-text.ts";

const snippet = { anchor: "", before: "", after: "", title: "" };

describe("features of a link", () => {
  it("commd link features are the form and the shape of the URL and the anchor text", () => {
    const url = aUrl("http://a.example/2024/05/how-bees-sleep/");
    assert.deepEqual(linkFeatures(url, { ...snippet, anchor: "12 Comments", inherited: 1 }), [
      "any",
      "form /0/0/w/",
      "shape a.example/0000/00/~/",
      "length 2",
      "word 0",
      "word comments",
      "on a relevant page",
    ]);
  });

  it("commd link features are fewer for a seed, which no link led to", () => {
    assert.deepEqual(linkFeatures(aUrl("http://a.example/"), undefined), [
      "any",
      "form /",
      "shape a.example/",
      "length 0",
    ]);
  });

  it("commd link features stay few and separate by kind, whatever a site writes", () => {
    const property = fc.property(anyWebUrl, fc.string({ maxLength: 4_000 }), (text, anchor) => {
      const features = linkFeatures(aUrl(text), { ...snippet, anchor });
      assert.ok(features.length <= 16);
      assert.equal(new Set(features).size, features.length);
      assert.ok(features.slice(4).every((feature) => feature.startsWith("word ")));
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
