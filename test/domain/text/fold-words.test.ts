import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { foldWords } from "../../../lib/domain/text/word-scanner.ts";
import { naiveLines } from "./naive-matcher.ts";
import { anyText } from "./some-text.ts";

const RULES: readonly (readonly [rule: string, text: string, words: readonly string[]])[] = [
  ["case is folded", "Breast CANCER", ["breast", "cancer"]],
  ["in full", "Straße STRASSE STRAẞE", ["strasse", "strasse", "strasse"]],
  ["wherever a sigma stands", "ΣΙΣΥΦΟΣ σισυφος", ["σισυφοσ", "σισυφοσ"]],
  ["for every i", "İI ıi", ["ii", "ii"]],
  ["wide and joined letters are plain ones", "ＡＢＣ ﬁbula", ["abc", "fibula"]],
  ["diacritics are off on Latin letters", "Ménière Sjögren", ["meniere", "sjogren"]],
  ["on Greek ones", "ἀκοή", ["ακοη"]],
  ["on Cyrillic ones", "ёлка", ["елка"]],
  ["written apart or together", "Me\u0301nie\u0300re", ["meniere"]],
  ["but vowel signs stay", "हिन्दी", ["हिन्दी"]],
  ["a hyphen is a space", "deaf-mutism", ["deaf", "mutism"]],
  ["as is any punctuation", "HIV/AIDS (type 1), etc.", ["hiv", "aids", "type", "1", "etc"]],
  ["a possessive loses its s", "Alzheimer's Crohn’s ears'", ["alzheimer", "crohn", "ears"]],
  ["and its like", "Crohn‘s Crohn`s Crohnʼs Crohn＇S", ["crohn", "crohn", "crohn", "crohn"]],
  [
    "but nothing else does",
    "don't o'sullivan 's a'ß",
    ["don", "t", "o", "sullivan", "s", "a", "ss"],
  ],
  ["nor an s that begins a word", "a'sx b's\u0308x", ["a", "sx", "b", "sx"]],
  [
    "nothing is said by what cannot be seen",
    "soft\u00adhyphen zero\u200bwidth",
    ["softhyphen", "zerowidth"],
  ],
  ["a Chinese character is a word", "患者の病気", ["患", "者", "の", "病", "気"]],
  ["with its marks", "ガｶﾞ", ["ガ", "ガ"]],
  ["a Thai one too", "ไข้", ["ไ", "ข้"]],
  ["beside other letters", "A型B", ["a", "型", "b"]],
  ["Korean is written with spaces", "독감 예방", ["독감", "예방"]],
  ["plurals stay", "hearing aids", ["hearing", "aids"]],
  ["digits are letters", "HER2 B-12 x²", ["her2", "b", "12", "x2"]],
  ["letters beyond 16 bits are letters", "𝐀bc 𐐀😀x", ["abc", "𐐨", "x"]],
  ["nothing has no words", " …\n", []],
];

describe("folded words", () => {
  for (const [rule, text, words] of RULES) {
    it(`Word folding follows its rule, ${rule}: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(foldWords(text), words));
  }

  it("Word folding equals its rules applied one by one, on any text", () => {
    const property = fc.property(anyText, (text) => {
      const words = naiveLines(text).flatMap((line) => line.map(({ spelled }) => spelled));
      assert.deepEqual(foldWords(text), words);
    });
    fc.assert(property, { seed: 1, numRuns: 1_000 });
  });

  it("Word folding leaves folded words unchanged", () => {
    const property = fc.property(anyText, (text) => {
      const words = foldWords(text);
      assert.deepEqual(foldWords(words.join("\n")), words);
    });
    fc.assert(property, { seed: 2, numRuns: 1_000 });
  });

  it("Word folding does not depend on how marks are encoded", () => {
    const property = fc.property(anyText, (text) => {
      assert.deepEqual(foldWords(text.normalize("NFD")), foldWords(text.normalize("NFC")));
    });
    fc.assert(property, { seed: 3, numRuns: 1_000 });
  });

  it("Word folding truncates words of endless letters", () => {
    const [word = ""] = foldWords("x".repeat(1_000_000));
    assert.equal(word.length, 256);
    assert.deepEqual(
      foldWords(`${"ß".repeat(300)} ${"ç\u0301".repeat(300)}`).map((long) => long.length),
      [256, 256],
    );
  });
});
