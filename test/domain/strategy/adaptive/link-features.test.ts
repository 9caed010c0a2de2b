import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isLinkWord,
  linkFeatures,
  linkFeatureValue,
} from "../../../../lib/domain/strategy/adaptive/link-features.ts";
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
  it("is its URL alone, or also what it says and what stands around it", () => {
    assert.deepEqual(featuresOf("url"), []);
    assert.deepEqual(featuresOf("snippet"), ["anchor beekeep", "around see", "around hive"]);
  });

  it("is also where it stands: how the URL is made, how it lies to its page, and the page's title and worth", () => {
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

  it("tells pages of another host, of the same directory, and above or beside it apart", () => {
    const relation = (url: string) =>
      featuresOf("all", { ...LINK, url: aUrl(url) }).find((name) => /^relation \w+$/.test(name));
    assert.equal(relation("http://other.example/~smith/a"), "relation host");
    assert.equal(relation("http://site.example/~smith/a"), "relation same");
    assert.equal(relation("http://site.example/"), "relation above");
    assert.equal(relation("http://site.example/~jones/a"), "relation beside");
  });

  it("of a page that no link led to is its words alone: a label, or a search's result", () => {
    const label = { ...LINK, parent: undefined };
    assert.deepEqual(featuresOf("all", label), featuresOf("snippet", label));
  });

  it("counts less where it is not the link's own", () => {
    assert.equal(linkFeatureValue("url bee"), 1);
    assert.equal(linkFeatureValue("anchor bee"), 1);
    assert.equal(linkFeatureValue("around bee"), 0.5);
    assert.ok(isLinkWord("around bee") && !isLinkWord("form 0"));
  });
});
