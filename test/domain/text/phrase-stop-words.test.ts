import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { phraseStopWordsOf, stopWordsOf, wordsOf } from "../../../lib/domain/text/words.ts";

describe("words that part phrases", () => {
  it("Phrase stop words are in English the stop words plus more function words", () => {
    const words = phraseStopWordsOf("en-gb");
    assert.ok(stopWordsOf("en").isSubsetOf(words));
    for (const word of ["not", "will", "when", "however", "used"]) assert.ok(words.has(word), word);
    for (const word of ["bee", "cancer", "home", "course"]) assert.ok(!words.has(word), word);
  });

  it("Phrase stop words are spelled as texts are read: one lower-case word each", () => {
    for (const word of phraseStopWordsOf("en")) assert.deepEqual(wordsOf(word), [word]);
  });

  it("Phrase stop words are the stop words of other languages, and English for unknown languages", () => {
    assert.equal(phraseStopWordsOf("de"), stopWordsOf("de"));
    assert.equal(phraseStopWordsOf(undefined), phraseStopWordsOf("en"));
    assert.equal(phraseStopWordsOf("xx"), phraseStopWordsOf("en"));
  });
});
