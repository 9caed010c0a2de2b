import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { edgeOfWords } from "../../../lib/domain/page/links.ts";

const COUNT = "one two three four five six seven eight nine ten eleven twelve";

const wordsBefore = (text: string, end: number) =>
  text.slice(edgeOfWords(text, end, -1), end).trim();
const wordsAfter = (text: string, start: number) =>
  text.slice(start, edgeOfWords(text, start, 1)).trim();

describe("words around a place", () => {
  it("A word window has ten words on each side", () => {
    assert.equal(
      wordsBefore(COUNT, COUNT.length),
      "three four five six seven eight nine ten eleven twelve",
    );
    assert.equal(wordsAfter(COUNT, 0), "one two three four five six seven eight nine ten");
  });

  it("A word window has fewer words at the ends of the text", () => {
    assert.equal(wordsBefore(COUNT, 3), "one");
    assert.equal(wordsBefore(COUNT, 0), "");
    assert.equal(wordsAfter(COUNT, COUNT.indexOf("eleven")), "eleven twelve");
    assert.equal(wordsAfter(COUNT, COUNT.length), "");
  });

  it("A word window is truncated when no space separates the words", () => {
    const letters = "x".repeat(1_000);
    assert.equal(wordsBefore(letters, 500).length, 160);
    assert.equal(wordsAfter(letters, 500).length, 160);
  });

  it("Two letters of a script without spaces between words are a word of the window", () => {
    const letters = "水".repeat(1_000);
    assert.equal(wordsBefore(letters, 500).length, 20);
    assert.equal(wordsAfter(letters, 500).length, 20);
    assert.equal(
      wordsAfter(`one two three 四五六 ${COUNT}`, 0),
      "one two three 四五六 one two three four five six",
    );
  });
});
