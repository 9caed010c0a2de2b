import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { STOP_WORD, WordCounter, wordsOf } from "../../../lib/domain/text/words.ts";
import { anyCharacter } from "../../support/any-text.ts";

/** Counts words one by one, as strings. */
function countOneByOne(
  texts: readonly string[],
  formOf: (word: string) => string,
  asked?: ReadonlySet<string>,
) {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of texts.flatMap(wordsOf)) {
    const form = formOf(word);
    if (form === STOP_WORD) continue;
    length += 1;
    if (asked?.has(form) !== false) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return { counts, length };
}

function assertCounted(
  counter: WordCounter,
  texts: readonly string[],
  formOf = (word: string) => word,
  asked?: ReadonlySet<string>,
): void {
  const { forms, counts, length } = counter.count(texts, asked);
  const expected = countOneByOne(texts, formOf, asked);
  assert.deepEqual(
    forms.map((form, at) => [form, counts[at]]),
    [...expected.counts],
  );
  assert.equal(length, expected.length);
}

describe("counter of words", () => {
  it("Words of any text are counted as they are when each is made a string", () => {
    const counter = new WordCounter((word) => word);
    const letters = Array.from("aB1 Σσé\u0301蜜の양ーＡ½ไข้\u3099ᄀ🙂𝐀");
    const text = fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom(...letters)) });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (texts) => assertCounted(counter, texts)),
      { seed: 1, numRuns: 500 },
    );
  });

  it("Every unit of UTF-16 is counted the same, alone, in a word and beside one", () => {
    const counter = new WordCounter((word) => word);
    for (let unit = 0; unit < 0x1_0000; unit += 1) {
      const character = String.fromCharCode(unit);
      const texts = [character, `a${character}B ${character}c d${character}`];
      assertCounted(counter, texts);
    }
  });

  it("Stop words are not counted", () => {
    const formOf = (word: string) => (word === "the" ? STOP_WORD : word);
    const counter = new WordCounter(formOf);
    for (let round = 0; round < 2; round += 1)
      assertCounted(counter, ["The birds, the bees", "and THE Birds"], formOf);
  });

  it("Words that nobody asks for count in the length alone, whatever was asked for before", () => {
    const counter = new WordCounter((word) => word);
    for (const asked of [new Set(["birds"]), new Set(["bees", "worms"]), undefined])
      assertCounted(counter, ["The birds, the bees", "and THE Birds"], undefined, asked);
  });

  it("More words than are remembered are counted, and long ones", () => {
    const counter = new WordCounter((word) => word);
    const many = Array.from({ length: 60_000 }, (_, index) => `w${index}`).join(" ");
    for (const text of [many, `${"x".repeat(70)} ${"X".repeat(70)} ${"x".repeat(64)}`, many])
      assertCounted(counter, [text]);
  });
});
