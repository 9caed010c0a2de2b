import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { linkDistances } from "../../../../lib/domain/methods/link-distance/link-distances.ts";
import { relevances } from "../../../../peers/link-distance/training-set.ts";
import { nodeUrl } from "../../../support/a-graph.ts";

/** `"sat"` is the path from s over a to t. */
const pathsOf = (...texts: readonly string[]) =>
  texts.map((text) => text.split("").map((letter) => nodeUrl(letter)));

const lettersOf = (values: ReadonlyMap<string, number>, letters: string) =>
  letters.split("").map((letter) => values.get(nodeUrl(letter)));

const distancesOf = (letters: string, ...texts: readonly string[]) =>
  lettersOf(linkDistances(pathsOf(...texts)), letters);

const relevancesOf = (letters: string, ...texts: readonly string[]) =>
  lettersOf(relevances(pathsOf(...texts)), letters);

describe("distances of pages on marked paths", () => {
  it("Link distances count the links to the target", () => {
    assert.deepEqual(distancesOf("sabt", "sabt"), [3, 2, 1, 0]);
  });

  it("Link distances are the least over several paths", () => {
    assert.deepEqual(distancesOf("sabtu", "sabt", "sau"), [2, 1, 1, 0, 0]);
  });

  it("Link distances also follow one path into another where they meet", () => {
    // a is 3 links from t on its own path; that of b shows that b is one link from u.
    assert.deepEqual(distancesOf("sabc", "sabct", "xbu"), [3, 2, 1, 1]);
  });

  it("Link distances are 0 for a target on the path to another target", () => {
    assert.deepEqual(distancesOf("satu", "sat", "satu"), [2, 1, 0, 0]);
  });

  it("Link distances do not exist for a page on no path", () => {
    assert.deepEqual([...linkDistances([])], []);
    assert.deepEqual(distancesOf("x", "sat"), [undefined]);
  });
});

describe("relevance of pages on marked paths", () => {
  it("Relevance is the completed share of the path: 0, 1/3, 2/3, 1", () => {
    assert.deepEqual(relevancesOf("sabt", "sabt"), [0, 1 / 3, 2 / 3, 1]);
  });

  it("Relevance is the mean over several paths: (1/3 + 1/2) / 2 for page a", () => {
    assert.deepEqual(relevancesOf("sa", "sabt", "sau"), [0, (1 / 3 + 1 / 2) / 2]);
  });

  it("Relevance is the mean when one path starts on another path", () => {
    assert.deepEqual(relevancesOf("a", "sat", "abct"), [(1 / 2 + 0) / 2]);
  });

  it("Relevance is 1 for a target, even if a path continues through it", () => {
    assert.deepEqual(relevancesOf("tu", "sat", "stu"), [1, 1]);
  });

  it("Relevance is in [0,1] for all pages with a distance, and 1 for targets", () => {
    const letters = fc.shuffledSubarray("abcdef".split(""), { minLength: 2 });
    const texts = fc.array(
      letters.map((path) => path.join("")),
      { maxLength: 5 },
    );
    const property = fc.property(texts, (given) => {
      const distances = linkDistances(pathsOf(...given));
      const found = relevances(pathsOf(...given));
      assert.deepEqual([...found.keys()].toSorted(), [...distances.keys()].toSorted());
      for (const [url, relevance] of found) {
        assert.ok(relevance >= 0 && relevance <= 1, `${url} ${relevance}`);
        if (distances.get(url) === 0) assert.equal(relevance, 1);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
