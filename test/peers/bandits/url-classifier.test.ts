import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileUrlClassifier,
  trainUrlClassifier,
  urlBigrams,
} from "../../../peers/bandits/url-classifier.ts";
import { aUrl } from "../../support/a-url.ts";

const visits = Array.from({ length: 20 }, (_, n) => {
  const isTarget = n % 2 === 0;
  return { url: aUrl(`http://site.example/${n}/${isTarget ? "data.csv" : "page.html"}`), isTarget };
});

describe("the classifier of URLs", () => {
  it("A URL is its pairs of neighbouring characters, each once", () => {
    const pairs = urlBigrams(aUrl("http://a.aa/"));
    assert.deepEqual(pairs, ["", "ht", "tt", "tp", "p:", ":/", "//", "/a", "a.", ".a", "aa", "a/"]);
  });

  it("The classifier learns from fetched pages which URLs are those of targets", () => {
    const isCalled = compileUrlClassifier(trainUrlClassifier(visits));
    assert.equal(isCalled(aUrl("http://site.example/77/data.csv")), true);
    assert.equal(isCalled(aUrl("http://site.example/77/page.html")), false);
  });

  it("Without a target, or without another page, nothing is called a target", () => {
    for (const isTarget of [true, false]) {
      const alike = visits.filter((visit) => visit.isTarget === isTarget);
      assert.equal(trainUrlClassifier(alike), null);
    }
    assert.equal(compileUrlClassifier(null)(aUrl("http://site.example/77/data.csv")), false);
  });
});
