import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EMPTY_HASH, extendHash, hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { codePointsOf } from "../../../lib/domain/text/safe-text.ts";
import { WordTable } from "../../../lib/domain/text/word-scanner.ts";

/** Enough that two share a hash of 32 bits. */
const WORDS = 300_000;

function hashOf(word: string): number {
  return codePointsOf(word).reduce(extendHash, EMPTY_HASH);
}

function sameHash(): readonly [string, string] {
  const words = new Map<number, string>();
  for (let n = 0; n < WORDS; n += 1) {
    const word = hashToUnit(1, String(n)).toString(36).slice(2);
    const other = words.get(hashOf(word));
    if (other !== undefined) return [other, word];
    words.set(hashOf(word), word);
  }
  throw new Error("all words have hashes of their own");
}

function find(table: WordTable, word: string): number {
  return table.find(codePointsOf(word), codePointsOf(word).length, hashOf(word));
}

describe("word table", () => {
  it("A word table numbers words from 0, each once", () => {
    const table = new WordTable();
    assert.deepEqual(
      ["a", "b", "a", "𐐨"].map((word) => table.add(word)),
      [0, 1, 0, 2],
    );
    assert.equal(table.size, 3);
    assert.equal(find(table, "𐐨"), 2);
    assert.equal(find(table, "c"), -1);
  });

  it("A word table finds each of many words", () => {
    const table = new WordTable();
    const words = Array.from({ length: 5_000 }, (_, n) => `w${n}`);
    for (const word of words) table.add(word);
    for (const [number, word] of words.entries()) assert.equal(find(table, word), number);
  });

  it("A word table distinguishes words with the same hash", () => {
    const [one, other] = sameHash();
    const table = new WordTable();
    assert.equal(table.add(one), 0);
    assert.equal(find(table, other), -1);
    assert.equal(table.add(other), 1);
    assert.equal(find(table, one), 0);
  });
});
