import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lemma } from "../../../peers/link-distance/lemma-terms.ts";

const assertLemmas = (lemmas: Readonly<Record<string, string>>) => {
  const words = Object.keys(lemmas);
  assert.deepEqual(Object.fromEntries(words.map((word) => [word, lemma(word)])), lemmas);
};

describe("lemma", () => {
  it("lemma treats a word as a noun first, including irregular nouns", () => {
    assertLemmas({ courses: "course", studies: "study", theses: "thesis", women: "woman" });
    // The second form of the verb `leave`, and the plural of `leaf`.
    assertLemmas({ leaves: "leaf" });
  });

  it("lemma treats a word as a verb when it is not an inflected noun", () => {
    assertLemmas({ taught: "teach", computing: "compute", scheduled: "schedule", given: "give" });
  });

  it("lemma treats a word as an adjective when it is neither noun nor verb", () => {
    assertLemmas({ easier: "easy", earliest: "early", best: "good" });
  });

  it("lemma leaves words unchanged that are their own lemma", () => {
    for (const word of ["course", "syllabus", "teach", "physician", "late", "staff", "offer"])
      assert.equal(lemma(word), word);
  });

  it("lemma takes no word in -ss for a plural, as Morphy does not", () => {
    for (const word of ["boss", "pass", "class", "discuss", "homeless"])
      assert.equal(lemma(word), word);
  });

  it("lemma takes only real plurals among short words for plurals", () => {
    assertLemmas({ men: "man", gas: "gas", bus: "bus", cs: "cs", bed: "bed" });
  });

  it("lemma leaves words unchanged that are not English", () => {
    for (const word of ["häuser", "1997", "cs340s", "蜂", "xyzzys", ""])
      assert.equal(lemma(word), word);
  });

  it("lemma returns a word, even for names of properties that every object has", () => {
    for (const word of ["constructor", "prototype"]) assert.equal(lemma(word), word);
  });
});
