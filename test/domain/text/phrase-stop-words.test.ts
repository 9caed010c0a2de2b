import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { phraseStopWordsOf } from "../../../lib/domain/text/phrase-stop-words.ts";
import { stopWordsOf } from "../../../lib/domain/text/stop-words.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";

describe("words that part phrases", () => {
  it("are in English the stop words, and more of the function words", () => {
    const words = phraseStopWordsOf("en-gb");
    assert.ok(stopWordsOf("en").isSubsetOf(words));
    for (const word of ["not", "will", "when", "however", "used"]) assert.ok(words.has(word), word);
    for (const word of ["bee", "cancer", "home", "course"]) assert.ok(!words.has(word), word);
  });

  it("are spelled as texts are read: one lower-case word each", () => {
    for (const word of phraseStopWordsOf("en")) assert.deepEqual(wordsOf(word), [word]);
  });

  it("are in other languages their stop words, and in one unknown English", () => {
    assert.equal(phraseStopWordsOf("de"), stopWordsOf("de"));
    assert.equal(phraseStopWordsOf(undefined), phraseStopWordsOf("en"));
    assert.equal(phraseStopWordsOf("xx"), phraseStopWordsOf("en"));
  });
});
