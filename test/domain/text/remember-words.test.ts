import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rememberWords } from "../../../lib/domain/text/safe-text.ts";

/** Reverses words; `asked` has those that it was asked for. */
const reversing = () => {
  const asked: string[] = [];
  const form = rememberWords((word) => {
    asked.push(word);
    return word.split("").toReversed().join("");
  });
  return { asked, form };
};

/** The `at`-th word of four letters. */
const wordAt = (at: number): string =>
  [17_576, 676, 26, 1]
    .map((unit) => String.fromCharCode(97 + (Math.floor(at / unit) % 26)))
    .join("");

describe("remembered words", () => {
  it("Remembered words are computed once", () => {
    const { asked, form } = reversing();
    assert.deepEqual(["bee", "hive", "bee"].map(form), ["eeb", "evih", "eeb"]);
    assert.deepEqual(asked, ["bee", "hive"]);
  });

  it("Remembered words consist of the letters a–z, and others stay unchanged", () => {
    const { asked, form } = reversing();
    for (const word of ["häuser", "1997", "cs340s", "Bee", ""]) assert.equal(form(word), word);
    assert.deepEqual(asked, []);
  });

  it("Remembered words are forgotten when there are too many, then computed again", () => {
    const { asked, form } = reversing();
    for (let at = 0; at <= 100_000; at += 1) form(wordAt(at));
    assert.equal(form(wordAt(0)), "aaaa");
    assert.equal(asked.length, 100_002);
  });
});
