import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { candidatePhrases, keyPhrases } from "../../../lib/domain/text/rake.ts";

/** The abstract that Rose, Engel, Cramer & Cowley 2010 work through (figure 1.1). */
const ABSTRACT = `Compatibility of systems of linear constraints over the set of natural numbers.
Criteria of compatibility of a system of linear Diophantine equations, strict inequations, and nonstrict
inequations are considered. Upper bounds for components of a minimal set of solutions and algorithms of
construction of minimal generating sets of solutions for all types of systems are given. These criteria and
the corresponding algorithms for constructing a minimal supporting set of solutions can be used in solving
all the considered types of systems and systems of mixed types.`.replaceAll("\n", " ");

const STOP_WORDS = new Set(
  "a all and are be can considered for given in is of over the these to types used".split(" "),
);

/** Their keywords with their scores (figure 1.5), rounded as printed. */
const PUBLISHED = {
  "minimal generating sets": "8.7",
  "linear diophantine equations": "8.5",
  "minimal supporting set": "7.7",
  "minimal set": "4.7",
  "linear constraints": "4.5",
  "natural numbers": "4.0",
  "strict inequations": "4.0",
  "nonstrict inequations": "4.0",
  "upper bounds": "4.0",
  "corresponding algorithms": "3.5",
  set: "2.0",
  algorithms: "1.5",
  compatibility: "1.0",
  systems: "1.0",
  criteria: "1.0",
  system: "1.0",
  components: "1.0",
  constructing: "1.0",
  solving: "1.0",
};

const phrasesOf = (text: string) => [...candidatePhrases(text, STOP_WORDS)];

describe("rapid automatic keyword extraction", () => {
  it("RAKE gives the scores that its authors publish", () => {
    const scores = new Map(
      keyPhrases(ABSTRACT, STOP_WORDS).map(({ phrase, score }) => [phrase, score.toFixed(1)]),
    );
    for (const [phrase, score] of Object.entries(PUBLISHED))
      assert.equal(scores.get(phrase), score, phrase);
  });

  it("RAKE puts the highest score first and equal scores in code-unit order", () => {
    const [first, second, third, fourth] = keyPhrases(
      "bee colony. a drone; wax, two old hives",
      STOP_WORDS,
    );
    assert.deepEqual(
      [first, second, third, fourth].map((keyword) => keyword?.phrase),
      ["two old hives", "bee colony", "drone", "wax"],
    );
    assert.deepEqual(second, {
      phrase: "bee colony",
      words: ["bee", "colony"],
      score: 4,
      count: 1,
    });
  });

  it("RAKE joins keywords that are adjacent twice with the same words between, and sums their scores", () => {
    const text =
      "The queen of hearts, a queen of hearts, and queen of the hearts. Hearts of queen bees.";
    const keywords = new Map(keyPhrases(text, STOP_WORDS).map((each) => [each.phrase, each]));
    // queen: three times alone, once in two words: (1 + 1 + 1 + 2) / 4; hearts: always alone.
    assert.deepEqual(keywords.get("queen of hearts"), {
      phrase: "queen of hearts",
      words: ["queen", "of", "hearts"],
      score: 2.25,
      count: 2,
    });
    assert.equal(keywords.get("queen")?.count, 3);
    const joined = [...keywords.keys()].filter((phrase) => phrase.includes(" of "));
    assert.deepEqual(joined, ["queen of hearts"]);
  });

  it("RAKE joins no keywords that are separated by more than a few stop words", () => {
    for (const parted of [
      "Queen, hearts",
      "Queen. The hearts",
      "Queen of all of the given hearts",
      "Queen bee colony of old brown hearts",
    ]) {
      const twice = keyPhrases(`${parted}; ${parted}`, STOP_WORDS);
      assert.deepEqual(
        twice.map(({ count }) => count),
        [2, 2],
        parted,
      );
    }
  });

  it("RAKE ends phrases at stop words, punctuation and line ends", () => {
    assert.deepEqual(phrasesOf("Honey bees of the hive\nwax (pale) – combs; queen"), [
      "honey bees",
      "hive",
      "wax",
      "pale",
      "combs",
      "queen",
    ]);
    assert.deepEqual(phrasesOf("bees - wasps -ants"), ["bees", "wasps", "ants"]);
  });

  it("RAKE splits words, but not phrases, at hyphens and apostrophes inside them", () => {
    assert.deepEqual(phrasesOf("long-term follow‐up of Crohn’s disease"), [
      "long term follow up",
      "crohn disease",
    ]);
    assert.deepEqual(phrasesOf("l'école normale, O'Brien"), ["l école normale", "o brien"]);
    assert.deepEqual(phrasesOf("bees don't sting, we'll hope"), ["bees", "sting", "hope"]);
  });

  it("RAKE drops overlong phrases and single letters and numbers", () => {
    assert.deepEqual(phrasesOf("one two three four five six, type 2 diabetes, 1996, e.g., x 2"), [
      "type 2 diabetes",
    ]);
    assert.deepEqual(
      [...candidatePhrases("one two three, four five", new Set(), { mostWords: 2 })],
      ["four five"],
    );
    assert.deepEqual(phrasesOf(`bee ${"x".repeat(65)} wax`), ["bee", "wax"]);
  });

  it("RAKE reads letters of any script", () => {
    assert.deepEqual(phrasesOf("Ménière’s Krankheit, ﬁne Ｗａｘ, 𝒳-ray \u{1f41d} мёд пчёл"), [
      "ménière krankheit",
      "fine wax",
      "x ray",
      "мёд пчёл",
    ]);
    assert.deepEqual(phrasesOf("मधुमक्खी का छत्ता, \u{10400}\u{10401} honey\u{ad}bee"), [
      "मधुमक्खी का छत्ता",
      "\u{10428}\u{10429} honeybee",
    ]);
  });

  it("RAKE scores the phrases that it finds and no others except joined ones", () => {
    const words = fc.constantFrom("a", "of", "bee", "wax", "hive's", "42", ",", "\n", "don't", "-");
    const property = fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const text = parts.join(" ");
      const plain = new Set(phrasesOf(text));
      const keywords = keyPhrases(text, STOP_WORDS);
      for (const { phrase, words, score, count } of keywords) {
        assert.equal(words.join(" "), phrase);
        const content = words.filter((word) => !STOP_WORDS.has(word) && !word.includes("'"));
        assert.ok(score >= content.length && content.length <= 5);
        assert.ok(plain.delete(phrase) || (count >= 2 && content.length < words.length));
      }
      assert.equal(plain.size, 0);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
