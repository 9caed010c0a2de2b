import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  FingerprintIndex,
  fingerprintText,
  LEAST_SHARED,
  parseFingerprint,
  sharedValues,
  textFingerprint,
} from "../../../../lib/domain/page/copies/text-fingerprint.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

/** A text of words by chance, of which each is another one in a share of the places. */
function aText(seed: number, { words = 400, changed = 0 } = {}): string {
  return Array.from({ length: words }, (_, at) => {
    const other = hashToUnit(seed, `change ${at}`) < changed ? "other" : "";
    return `${other}w${Math.floor(hashToUnit(seed, `word ${at}`) * 5_000)}`;
  }).join(" ");
}

function printOf(text: string): Uint8Array {
  const print = textFingerprint(text);
  assert.ok(print !== undefined);
  return print;
}

describe("the print of a text", () => {
  it("A text has the print of itself in other letters, lines and punctuation", () => {
    const text = aText(1);
    const other = text.toUpperCase().replaceAll(" ", ", \n");
    assert.deepEqual(printOf(text), printOf(other));
    assert.deepEqual(parseFingerprint(fingerprintText(printOf(text))), Buffer.from(printOf(text)));
  });

  it("Prints of texts that differ in a few words share enough, those of texts that differ in many do not", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const print = printOf(aText(seed));
      assert.ok(sharedValues(print, printOf(`${aText(seed)} one more line`)) >= LEAST_SHARED);
      assert.ok(sharedValues(print, printOf(aText(seed, { changed: 0.2 }))) < LEAST_SHARED);
      assert.ok(sharedValues(print, printOf(aText(seed + 100))) < 10);
    }
  });

  it("A text that repeats a few words is no near copy of another one that repeats them", () => {
    const repeated = "reply quote profile private message ".repeat(200);
    const a = printOf(`${repeated} ${aText(1)}`);
    const b = printOf(`${repeated} ${aText(2)}`);
    assert.ok(sharedValues(a, b) < LEAST_SHARED);
  });

  it("A text of fewer than 60 words has no print", () => {
    assert.equal(textFingerprint(aText(1, { words: 59 })), undefined);
    assert.ok(textFingerprint(aText(1, { words: 60 })) !== undefined);
  });
});

describe("an index of prints", () => {
  it("It finds the print that shares most values, and none that shares too few", () => {
    const index = new FingerprintIndex<number>(1_000);
    for (let seed = 1; seed <= 200; seed += 1) index.add(seed, printOf(aText(seed)));
    for (let seed = 1; seed <= 200; seed += 1) {
      assert.equal(index.nearest(printOf(`${aText(seed)} one more line`)), seed);
      assert.equal(index.nearest(printOf(aText(seed + 1_000))), undefined);
    }
  });

  it("It keeps the last prints up to its capacity", () => {
    const index = new FingerprintIndex<number>(10);
    for (let seed = 1; seed <= 35; seed += 1) index.add(seed, printOf(aText(seed)));
    const kept = Array.from({ length: 35 }, (_, at) => at + 1).filter(
      (seed) => index.nearest(printOf(aText(seed))) !== undefined,
    );
    assert.deepEqual(kept, [26, 27, 28, 29, 30, 31, 32, 33, 34, 35]);
  });
});
