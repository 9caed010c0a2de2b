import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { combine, cosine, norm, termVector } from "../../../lib/domain/text/term-vector.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";

const vectors = fc
  .array(fc.tuple(fc.string({ maxLength: 3 }), fc.double({ min: 0.01, max: 100, noNaN: true })))
  .map((entries) => new Map(entries));

describe("words", () => {
  it("wordsOf gives folded runs of letters and digits", () => {
    assert.deepEqual(wordsOf("  Ärzte-Haus, 24h; ＡＢＣ "), ["ärzte", "haus", "24h", "abc"]);
    assert.deepEqual(wordsOf(""), []);
    assert.deepEqual(wordsOf("…"), []);
  });

  it("wordsOf includes no separator and loses no letter", () => {
    const property = fc.property(fc.string({ unit: "binary" }), (text) => {
      const words = wordsOf(text);
      assert.ok(words.every((word) => /^[\p{L}\p{N}]+$/u.test(word)));
      const letters =
        text
          .normalize("NFKC")
          .toLowerCase()
          .match(/[\p{L}\p{N}]/gu) ?? [];
      assert.equal(words.join(""), letters.join(""));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});

describe("term vector", () => {
  it("A term vector weighs 1 + ln(tf) and leaves stop words out", () => {
    const vector = termVector("The bees, the bees and a hive", "en");
    assert.deepEqual(
      [...vector],
      [
        ["bees", 1 + Math.log(2)],
        ["hive", 1],
      ],
    );
  });

  it("The cosine of term vectors is in [0,1], symmetric, and 1 for equal vectors", () => {
    const property = fc.property(vectors, vectors, (a, b) => {
      const similarity = cosine(a, b);
      assert.ok(similarity >= 0 && similarity <= 1);
      assert.ok(Math.abs(similarity - cosine(b, a)) < 1e-12);
      if (a.size > 0) assert.ok(Math.abs(cosine(a, a) - 1) < 1e-9);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("The combination of term vectors adds unit vectors and drops values that are not positive", () => {
    const sum = combine([
      [
        new Map([
          ["a", 3],
          ["b", 4],
        ]),
        1,
      ],
      [new Map([["b", 10]]), -1],
    ]);
    assert.deepEqual([...sum], [["a", 0.6]]);
    assert.equal(
      norm(
        new Map([
          ["a", 3],
          ["b", 4],
        ]),
      ),
      5,
    );
  });
});
