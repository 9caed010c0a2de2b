import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isLinkWord,
  linkFeatures,
  linkFeatureValue,
} from "../../../../lib/domain/methods/adaptive/link-features.ts";
import { aUrl } from "../../../support/a-url.ts";

const LINK = {
  url: aUrl("http://site.example/~smith/courses/bee101.html"),
  parent: aUrl("http://site.example/~smith/"),
  snippet: {
    anchor: "Beekeeping",
    before: "see the",
    after: "of hives",
    title: "Anna Smith",
    inherited: 0.5,
  },
};

const featuresOf = (evidence: "url" | "snippet" | "all", link: Parameters<typeof all>[0] = LINK) =>
  [...linkFeatures(evidence)(link)].filter((feature) => !feature.startsWith("url "));
const all = linkFeatures("all");

describe("what a link's worth is predicted from", () => {
  it("Link features come from the URL alone, or also from the anchor text and surrounding words", () => {
    assert.deepEqual(featuresOf("url"), []);
    assert.deepEqual(featuresOf("snippet"), ["anchor beekeep", "around see", "around hive"]);
  });

  it("Link features also describe the form of the URL, its relation to its page, and that page", () => {
    assert.deepEqual(featuresOf("all").slice(3), [
      "relation below",
      "depth 3",
      "relation below 3",
      "form /~w/w/w0.w",
      "extension html",
      "form 0",
      "form ~",
      "worth 2",
      "length 1",
      "page anna",
      "page smith",
    ]);
  });

  it("Link features distinguish other hosts, the same directory, and pages above or beside the link's page", () => {
    const relation = (url: string) =>
      featuresOf("all", { ...LINK, url: aUrl(url) }).find((name) => /^relation \w+$/.test(name));
    assert.equal(relation("http://other.example/~smith/a"), "relation host");
    assert.equal(relation("http://site.example/~smith/a"), "relation same");
    assert.equal(relation("http://site.example/"), "relation above");
    assert.equal(relation("http://site.example/~jones/a"), "relation beside");
  });

  it("Link features of a label or search result are its words alone", () => {
    const label = { ...LINK, parent: undefined };
    assert.deepEqual(featuresOf("all", label), featuresOf("snippet", label));
  });

  it("Link features count less when they come from words around the link", () => {
    assert.equal(linkFeatureValue("url bee"), 1);
    assert.equal(linkFeatureValue("anchor bee"), 1);
    assert.equal(linkFeatureValue("around bee"), 0.5);
    assert.ok(isLinkWord("around bee") && !isLinkWord("form 0"));
  });
});
