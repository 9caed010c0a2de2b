import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cutWord, stem } from "../../../lib/domain/text/words.ts";

describe("stem", () => {
  it("stem removes the endings that Porter 1980 removes in his examples", () => {
    const published = [
      ["caresses", "caress"],
      ["ponies", "poni"],
      ["cats", "cat"],
      ["feed", "feed"],
      ["plastered", "plaster"],
      ["motoring", "motor"],
      ["hopping", "hop"],
      ["happy", "happi"],
      ["generalizations", "gener"],
      ["oscillators", "oscil"],
    ] as const;
    assert.deepEqual(
      published.map(([word]) => stem(word)),
      published.map(([, stemmed]) => stemmed),
    );
  });

  it("stem leaves words unchanged that are not English", () => {
    for (const word of ["häuser", "1997", "cs340s", "蜂", ""]) assert.equal(stem(word), word);
  });
});

describe("cutWord", () => {
  it("cutWord leaves out the s of a plural of five or six letters, which is within those that are kept", () => {
    const plurals = ["arbres", "poules", "roses", "tomates"];
    assert.deepEqual(plurals.map(cutWord), ["arbre", "poule", "rose", "tomate"]);
    assert.deepEqual(["arbre", "poule", "rose", "tomate"].map(cutWord), plurals.map(cutWord));
    assert.deepEqual(["bus", "pays", "passage"].map(cutWord), ["bus", "pays", "passag"]);
  });

  it("cutWord keeps the first six letters of a word without accents, no half of a character", () => {
    assert.deepEqual(["telefonów", "telefonie", "biene", ""].map(cutWord), [
      "telefo",
      "telefo",
      "biene",
      "",
    ]);
    assert.equal(cutWord("abcde𠮷野"), "abcde𠮷");
    assert.deepEqual(["tłumaczenie", "förskola", "ёлка", "मधुमक्खी"].map(cutWord), [
      "tłumac",
      "forsko",
      "елка",
      "मधुमक्",
    ]);
  });
});
