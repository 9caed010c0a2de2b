import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compileTermMatcher, type MatchTerm } from "../../../lib/domain/text/term-matcher.ts";
import { foldWords } from "../../../lib/domain/text/word-scanner.ts";
import { naiveCount } from "./naive-matcher.ts";
import { anyText } from "./some-text.ts";

/** Terms that begin with `=` are acronyms. */
function aTerm(text: string): MatchTerm {
  return text.startsWith("=")
    ? { term: text.slice(1), isAcronym: true }
    : { term: text, isAcronym: false };
}

function counted(terms: readonly string[], text: string): Record<string, number> {
  const { counts } = compileTermMatcher(terms.map(aTerm)).count(text);
  return Object.fromEntries([...counts].map(([term, count]) => [terms[term] ?? "?", count]));
}

interface Case {
  readonly rule: string;
  readonly terms: readonly string[];
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
}

const CASES: readonly Case[] = [
  {
    rule: "whole words count, not parts of words",
    terms: ["ear"],
    text: "Ear, near the EAR: early; (ear)",
    counts: { ear: 3 },
  },
  {
    rule: "the longest wins",
    terms: ["breast", "cancer", "breast cancer"],
    text: "breast cancer is cancer of the breast",
    counts: { "breast cancer": 1, cancer: 1, breast: 1 },
  },
  {
    rule: "the leftmost wins over the longer",
    terms: ["a b", "b c d"],
    text: "a b c d",
    counts: { "a b": 1 },
  },
  {
    rule: "behind a match all begins anew",
    terms: ["a a", "a"],
    text: "a a a a a",
    counts: { "a a": 2, a: 1 },
  },
  {
    rule: "what a longer term began and did not end is looked through again",
    terms: ["a b c d e", "b c", "d"],
    text: "a b c d x",
    counts: { "b c": 1, d: 1 },
  },
  {
    rule: "any plural, in any word",
    terms: ["disease of the ear", "women", "diagnosis"],
    text: "Diseases of the ears; a woman's diagnoses",
    counts: { "disease of the ear": 1, women: 1, diagnosis: 1 },
  },
  {
    rule: "hyphens, marks and possessives are nothing",
    terms: ["deaf mutism", "Alzheimer disease", "Ménière's disease"],
    text: "deaf-mutism, Alzheimer’s disease; Meniere disease",
    counts: { "deaf mutism": 1, "Alzheimer disease": 1, "Ménière's disease": 1 },
  },
  {
    rule: "no term goes over a line feed, but any over other signs",
    terms: ["breast cancer"],
    text: "breast\ncancer breast. Cancer breast \n\n cancer",
    counts: { "breast cancer": 1 },
  },
  {
    rule: "characters of a script without spaces are words",
    terms: ["乳癌", "ไข้"],
    text: "彼女は乳癌です。เป็นไข้หวัด",
    counts: { 乳癌: 1, ไข้: 1 },
  },
  {
    rule: "an acronym is never several of a word",
    terms: ["aid"],
    text: "AIDS, an aid, first aids, AID",
    counts: { aid: 3 },
  },
  {
    rule: "nor is a word one of an acronym",
    terms: ["=AIDS", "=AID"],
    text: "AIDS aids Aids aid",
    counts: { "=AIDS": 3, "=AID": 1 },
  },
  {
    rule: "in any case of letters it is the acronym",
    terms: ["=hiv"],
    text: "HIV hiv Hiv hivs",
    counts: { "=hiv": 3 },
  },
  {
    rule: "a small s makes several of it",
    terms: ["=STD", "=CDs"],
    text: "STDs STD stds CD CDs",
    counts: { "=STD": 2, "=CDs": 2 },
  },
  {
    rule: "and no other letters do",
    terms: ["=ABC", "=ABS", "=IO", "=iOS", "=as"],
    text: "ABcs, ABß, iOS; As, as",
    counts: { "=iOS": 1, "=as": 2 },
  },
  {
    rule: "digits are neither capitals nor small",
    terms: ["=CD4"],
    text: "CD4 CD4s",
    counts: { "=CD4": 2 },
  },
  {
    rule: "two to five capitals are no plural",
    terms: ["donor", "tube", "ear"],
    text: "DONORS TUBES EARS EAR",
    counts: { donor: 1, ear: 1 },
  },
  {
    rule: "more than five capitals are shouting",
    terms: ["infection", "=NSAID", "=NSAIDS"],
    text: "INFECTIONS NSAID NSAIDS NSAIDs",
    counts: { infection: 1, "=NSAID": 2, "=NSAIDS": 1 },
  },
  {
    rule: "capitals that are no plural are words",
    terms: ["nose", "diagnosis", "lupus", "man"],
    text: "NOSE DIAGNOSES LUPUS MEN",
    counts: { nose: 1, diagnosis: 1, lupus: 1, man: 1 },
  },
  {
    rule: "an acronym may stand in a term of other words",
    terms: ["AIDS ward", "aid ward"],
    text: "AIDS wards, aid wards",
    counts: { "AIDS ward": 1, "aid ward": 1 },
  },
  {
    rule: "where a text may mean both, the longer term counts",
    terms: ["=AIDS", "hearing aid"],
    text: "hearing aids against AIDS",
    counts: { "hearing aid": 1, "=AIDS": 1 },
  },
  {
    rule: "of two as long, the first given",
    terms: ["aid", "=AIDS"],
    text: "aids AIDS",
    counts: { aid: 1, "=AIDS": 1 },
  },
  {
    rule: "the other order, the other term",
    terms: ["=AIDS", "aid"],
    text: "aids AIDS aid",
    counts: { "=AIDS": 2, aid: 1 },
  },
  {
    rule: "both readings of a word are followed to their ends",
    terms: ["=aids x", "aid x y", "aid z"],
    text: "aids x y, aids x, aids z",
    counts: { "aid x y": 1, "=aids x": 1, "aid z": 1 },
  },
  {
    rule: "of terms with the same words the first counts",
    terms: ["ear-ache", "Ear aches"],
    text: "ear ache",
    counts: { "ear-ache": 1 },
  },
  {
    rule: "terms without words never occur",
    terms: ["", "…", "x"],
    text: "… x ",
    counts: { x: 1 },
  },
];

describe("term matcher", () => {
  for (const { rule, terms, text, counts } of CASES) {
    it(rule, () => assert.deepEqual(counted(terms, text), counts));
  }

  it("The term matcher counts the words of the text", () => {
    const matcher = compileTermMatcher([]);
    assert.deepEqual(matcher.count("Two words,\nor 4."), { counts: new Map(), words: 4 });
    assert.deepEqual(matcher.count(""), { counts: new Map(), words: 0 });
  });

  it("The term matcher remembers nothing of the previous text", () => {
    const matcher = compileTermMatcher([aTerm("a b"), aTerm("c")]);
    assert.deepEqual(matcher.count("c a").counts, new Map([[1, 1]]));
    assert.deepEqual(matcher.count("b").counts, new Map());
    assert.deepEqual(matcher.count("c a").counts, new Map([[1, 1]]));
  });

  it("The term matcher finds each of many terms", () => {
    const terms = Array.from({ length: 2_000 }, (_, n) => aTerm(`x${n % 7} y${n % 50} z${n}`));
    const text = terms.map(({ term }) => term).join("\n");
    const { counts } = compileTermMatcher(terms).count(text);
    assert.deepEqual(counts, new Map(terms.map((_, n) => [n, 1])));
  });

  it("The term matcher lists terms in order of first occurrence", () => {
    const { counts } = compileTermMatcher(["a", "b", "c"].map(aTerm)).count("c a c b a");
    assert.deepEqual([...counts.keys()], [2, 0, 1]);
  });
});

const phrases = (words: readonly string[], separators: readonly string[], maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...separators)), { maxLength })
    .map((parts) => parts.flat().join(""));

/** Matchers and the naive one agree on terms and a text. */
function agree(terms: fc.Arbitrary<string>, text: fc.Arbitrary<string>, seed: number): void {
  const someTerms = fc.array(fc.record({ term: terms, isAcronym: fc.boolean() }), {
    maxLength: 12,
  });
  const property = fc.property(someTerms, text, (terms, text) => {
    const found = compileTermMatcher(terms).count(text);
    assert.deepEqual(found, naiveCount(terms, text));
    const total = found.counts.values().reduce((sum, count) => sum + count, 0);
    assert.ok(total <= found.words);
    assert.equal(found.words, foldWords(text).length);
  });
  fc.assert(property, { seed, numRuns: 600 });
}

describe("term matcher and a naive one agree", () => {
  it("The term matcher agrees with a naive one on terms that overlap in every way", () => {
    agree(phrases(["a", "b"], [" "], 5), phrases(["a", "b", "c"], [" ", " ", " ", "\n"], 30), 1);
  });

  it("The term matcher agrees with a naive one on plurals, acronyms and signs", () => {
    const words = [
      "aid",
      "aids",
      "AIDS",
      "AIDs",
      "AID",
      "Aids",
      "ear",
      "EARS",
      "diagnoses",
      "diagnosis",
      "men",
      "man",
      "STDs",
      "病",
      "news",
      "new",
    ];
    agree(
      phrases(words, [" ", "-"], 4),
      phrases(words, [" ", " ", ", ", "\n", "'s ", "-", ""], 25),
      2,
    );
  });

  it("The term matcher agrees with a naive one on any text and pieces of it", () => {
    const property = fc.property(
      anyText,
      fc.array(fc.record({ from: fc.nat(40), length: fc.nat(6), isAcronym: fc.boolean() }), {
        maxLength: 8,
      }),
      (text, pieces) => {
        const terms = pieces.map(({ from, length, isAcronym }) => ({
          term: text.slice(from, from + length),
          isAcronym,
        }));
        assert.deepEqual(compileTermMatcher(terms).count(text), naiveCount(terms, text));
      },
    );
    fc.assert(property, { seed: 3, numRuns: 1_000 });
  });
});
