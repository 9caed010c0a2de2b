import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lemma } from "../../../lib/domain/text/lemma.ts";

const assertLemmas = (lemmas: Readonly<Record<string, string>>) => {
  const words = Object.keys(lemmas);
  assert.deepEqual(Object.fromEntries(words.map((word) => [word, lemma(word)])), lemmas);
};

describe("lemma", () => {
  it("takes a word for a noun first, irregular ones too", () => {
    assertLemmas({ courses: "course", studies: "study", theses: "thesis", women: "woman" });
    // The second form of the verb `leave`, and the plural of `leaf`.
    assertLemmas({ leaves: "leaf" });
  });

  it("takes it for a verb where it is no inflected noun", () => {
    assertLemmas({ taught: "teach", computing: "compute", scheduled: "schedule", given: "give" });
  });

  it("takes it for an adjective where it is neither", () => {
    assertLemmas({ easier: "easy", earliest: "early", best: "good" });
  });

  it("leaves words alone that are their own lemma", () => {
    for (const word of ["course", "syllabus", "teach", "physician", "late", "staff", "offer"])
      assert.equal(lemma(word), word);
  });

  it("takes no -ss for a plural, as Morphy does not", () => {
    for (const word of ["boss", "pass", "class", "discuss", "homeless"])
      assert.equal(lemma(word), word);
  });

  it("takes short words for plurals only where they are some", () => {
    assertLemmas({ men: "man", gas: "gas", bus: "bus", cs: "cs", bed: "bed" });
  });

  it("leaves alone what is no English word", () => {
    for (const word of ["häuser", "1997", "cs340s", "蜂", "xyzzys", ""])
      assert.equal(lemma(word), word);
  });

  it("is a word, also of words that name properties of every object", () => {
    for (const word of ["constructor", "prototype"]) assert.equal(lemma(word), word);
  });
});
