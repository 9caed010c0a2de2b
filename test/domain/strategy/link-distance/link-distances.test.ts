import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  linkDistances,
  relevances,
} from "../../../../lib/domain/strategy/link-distance/link-distances.ts";
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
  it("are the links to the target", () => {
    assert.deepEqual(distancesOf("sabt", "sabt"), [3, 2, 1, 0]);
  });

  it("are the least of several paths", () => {
    assert.deepEqual(distancesOf("sabtu", "sabt", "sau"), [2, 1, 1, 0, 0]);
  });

  it("also go from one path over to another where they meet", () => {
    // a is 3 links from t on its own path; that of b shows that b is one link from u.
    assert.deepEqual(distancesOf("sabc", "sabct", "xbu"), [3, 2, 1, 1]);
  });

  it("are 0 of a target that is on the way to another", () => {
    assert.deepEqual(distancesOf("satu", "sat", "satu"), [2, 1, 0, 0]);
  });

  it("are of no page that is on no path", () => {
    assert.deepEqual([...linkDistances([])], []);
    assert.deepEqual(distancesOf("x", "sat"), [undefined]);
  });
});

describe("relevance of pages on marked paths", () => {
  it("is the share of the way that is done: 0, 1/3, 2/3, 1", () => {
    assert.deepEqual(relevancesOf("sabt", "sabt"), [0, 1 / 3, 2 / 3, 1]);
  });

  it("is the mean of several paths: (1/3 + 1/2) / 2 of a", () => {
    assert.deepEqual(relevancesOf("sa", "sabt", "sau"), [0, (1 / 3 + 1 / 2) / 2]);
  });

  it("is the mean where one path starts on the way of another", () => {
    assert.deepEqual(relevancesOf("a", "sat", "abct"), [(1 / 2 + 0) / 2]);
  });

  it("is 1 of a target, also where a path leads on through it", () => {
    assert.deepEqual(relevancesOf("tu", "sat", "stu"), [1, 1]);
  });

  it("is in [0,1], 1 of targets, of all pages that have a distance", () => {
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
