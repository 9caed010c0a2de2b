import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { phraseFeatures } from "../../../peers/adaptive/phrase-space.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";

describe("phrase features", () => {
  it("Phrase features distinguish the same phrase in the body, a heading and an anchor", () => {
    const page = aPage({
      mainText: "the heart attack",
      headings: [{ level: 1, text: "Heart attack" }],
      anchors: [anAnchor("http://site.example/a", { text: "heart attack" })],
    });
    const features = phraseFeatures(page);
    for (const text of ["body", "headings", "anchors"])
      assert.ok(features.includes(`${text}: heart attack`), text);
  });

  it("Phrase features name each phrase once", () => {
    const page = aPage({ mainText: "the heart attack is a heart attack" });
    assert.deepEqual(phraseFeatures(page), ["body: heart attack"]);
  });

  it("Phrase features split phrases at the stop words of the page's language", () => {
    const page = aPage({ mainText: "die bienen und der honig", language: "de" });
    assert.deepEqual(phraseFeatures(page), ["body: bienen", "body: honig"]);
  });

  it("Phrase features are empty for an empty page", () => {
    assert.deepEqual(phraseFeatures(aPage()), []);
  });
});
