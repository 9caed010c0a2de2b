import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lemmaTerms } from "../../../peers/link-distance/lemma-terms.ts";

const termsOf = (text: string) => Object.fromEntries(lemmaTerms(text));

describe("lemmas and their pairs", () => {
  it("Lemma terms are lemmas of a text's words, whatever their case and surrounding characters", () => {
    assert.deepEqual(termsOf("(Courses) COURSE*"), { course: 2, "course course": 1 });
  });

  it("Lemma terms leave out stop words, so that the words around them are adjacent", () => {
    const terms = termsOf("The teaching of courses");
    assert.deepEqual(terms, { teach: 1, course: 1, "teach course": 1 });
  });

  it("Lemma terms pair only within a line", () => {
    assert.deepEqual(termsOf("courses\nhives"), { course: 1, hive: 1 });
  });

  it("Lemma terms leave out text that is too long for a word", () => {
    assert.deepEqual(termsOf(`hive ${"x".repeat(41)} queen`), {
      hive: 1,
      queen: 1,
      "hive queen": 1,
    });
    assert.ok("x".repeat(40) in termsOf("x".repeat(40)));
  });

  it("Lemma terms are none for a text without words", () => {
    assert.deepEqual(termsOf(" … \n of the"), {});
  });
});
