import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { squaredNorm } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { SPACELESS } from "../../../lib/domain/text/spaceless-words.ts";
import {
  addTerms,
  combine,
  compareTerms,
  compileTfIdf,
  cosine,
  learnTfIdf,
  norm,
  termVector,
} from "../../../lib/domain/text/term-vector.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";
import { countPairs, countTerms } from "../../../peers/learners/term-counts.ts";
import { assertNear } from "../../contract/learner.ts";
import { anyCharacter } from "../../support/any-text.ts";

const vectors = fc
  .array(fc.tuple(fc.string({ maxLength: 3 }), fc.double({ min: 0.01, max: 100, noNaN: true })))
  .map((entries) => new Map(entries));

describe("words", () => {
  it("wordsOf gives folded runs of letters and digits", () => {
    assert.deepEqual(wordsOf("  Ärzte-Haus, 24h; ＡＢＣ "), ["ärzte", "haus", "24h", "abc"]);
    assert.deepEqual(wordsOf(""), []);
    assert.deepEqual(wordsOf("…"), []);
  });

  it("wordsOf joins what soft hyphens part, and keeps the marks of letters", () => {
    assert.deepEqual(
      wordsOf("Bundes\u00ADland, मधुमक्खी पालन e\u0301te\u0301 1\uFE0F\u20E3 ❤\uFE0F"),
      [...["bundesland", "मधुमक्खी", "पालन", "été", "1"]],
    );
  });

  it("wordsOf includes no separator and loses no letter", () => {
    const property = fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const words = wordsOf(text);
      assert.ok(words.every((word) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(word)));
      const letters =
        text
          .normalize("NFKC")
          .toLowerCase()
          .replaceAll("i\u0307", "i")
          .match(/[\p{L}\p{N}]/gu) ?? [];
      // Pieces of scripts without spaces overlap.
      const withoutSpaces = letters.some((letter) => SPACELESS.test(letter));
      const kept = words.join("").replaceAll(/\p{M}/gu, "");
      if (withoutSpaces) assert.deepEqual(new Set(kept), new Set(letters.join("")));
      else assert.equal(kept, letters.join(""));
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

const counts = (terms: Readonly<Record<string, number>>) => new Map(Object.entries(terms));

const TEXTS = [
  counts({ wax: 1, hive: 3 }),
  counts({ hive: 1, wax: 2, comb: 1 }),
  counts({ hive: 1 }),
];

describe("tf-idf space", () => {
  it("A tf-idf space has the terms of enough texts in code-unit order", () => {
    assert.deepEqual(learnTfIdf(TEXTS, { leastSupport: 2, mostTerms: 9 }), {
      documents: 3,
      terms: ["hive", "wax"],
      supports: [3, 2],
    });
    assert.deepEqual(learnTfIdf(TEXTS, { leastSupport: 1, mostTerms: 9 }).terms, [
      "comb",
      "hive",
      "wax",
    ]);
  });

  it("A tf-idf space keeps the terms of most texts when there are too many, with code-unit ties", () => {
    const texts = [...TEXTS, counts({ bee: 1, comb: 1, Ant: 1 })];
    assert.deepEqual(
      learnTfIdf(texts, { leastSupport: 1, mostTerms: 2 }).terms,
      ["hive", "comb"].toSorted(),
    );
    assert.deepEqual(
      learnTfIdf([counts({ b: 1, a: 1, B: 1 })], { leastSupport: 1, mostTerms: 2 }).terms,
      ["B", "a"],
    );
  });

  it("A tf-idf space weighs by (1 + ln tf) · idf and normalises to length 1: worked by hand", () => {
    const space = learnTfIdf(TEXTS, { leastSupport: 2, mostTerms: 9 });
    const { columns, values } = compileTfIdf(space)(counts({ road: 5, wax: 2, hive: 1 }));
    const hive = 1 * (Math.log(4 / 4) + 1);
    const wax = (1 + Math.log(2)) * (Math.log(4 / 3) + 1);
    assert.deepEqual([...columns], [0, 1]);
    assertNear(values[0] ?? 0, hive / Math.hypot(hive, wax));
    assertNear(values[1] ?? 0, wax / Math.hypot(hive, wax));
  });

  it("A tf-idf space normalises a text to another length when one is given", () => {
    const space = learnTfIdf(TEXTS, { leastSupport: 2, mostTerms: 9 });
    assert.deepEqual([...compileTfIdf(space, { length: 1.5 })(counts({ wax: 7 })).values], [1.5]);
  });

  it("A tf-idf space counts unknown terms in the length when asked: worked by hand", () => {
    const space = learnTfIdf(TEXTS, { leastSupport: 2, mostTerms: 9 });
    const vectorOf = compileTfIdf(space, { unknownShare: 1 });
    const { columns, values } = vectorOf(counts({ hive: 1, road: 1 }));
    const road = Math.log(4 / 1) + 1;
    assert.equal(columns.length, 1);
    assertNear(values[0] ?? 0, 1 / Math.hypot(1, road));
    const half = compileTfIdf(space, { unknownShare: 0.5 })(counts({ hive: 1, road: 1 })).values;
    assertNear(half[0] ?? 0, 1 / Math.sqrt(1 + 0.5 * road ** 2));
  });

  it("A tf-idf space weighs less than one occurrence by its part", () => {
    const space = { documents: 1, terms: ["hive", "wax"], supports: [1, 1] };
    const { values } = compileTfIdf(space)(counts({ hive: 0.5, wax: 1 }));
    assertNear((values[0] ?? 0) / (values[1] ?? 0), 0.5);
  });

  it("A tf-idf space gives nothing for texts without a known term", () => {
    const space = learnTfIdf(TEXTS, { leastSupport: 2, mostTerms: 9 });
    assert.equal(compileTfIdf(space)(counts({ road: 1 })).columns.length, 0);
    const none = learnTfIdf([], { leastSupport: 1, mostTerms: 9 });
    assert.deepEqual(none, { documents: 0, terms: [], supports: [] });
    assert.equal(compileTfIdf(none)(counts({ hive: 1 })).columns.length, 0);
  });

  it("A tf-idf space survives JSON and gives vectors of length 1 with ascending columns", () => {
    const texts = fc.array(
      fc.dictionary(
        fc.constantFrom("ant", "bee", "comb", "drone", "é", "😀"),
        fc.integer({ min: 1, max: 99 }),
        {
          minKeys: 1,
        },
      ),
      { minLength: 1, maxLength: 6 },
    );
    const property = fc.property(texts, (list) => {
      const space = learnTfIdf(list.map(counts), { leastSupport: 1, mostTerms: 9 });
      const vectorOf = compileTfIdf(JSON.parse(JSON.stringify(space)));
      for (const text of list) {
        const vector = vectorOf(counts(text));
        assert.deepEqual(
          Array.from(vector.columns, (column) => space.terms[column]),
          Object.keys(text).toSorted(),
        );
        assertNear(squaredNorm(vector), 1);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});

describe("order of terms", () => {
  it("Terms are ordered by their code units", () => {
    assert.deepEqual(["é", "b", "a", "B", "a"].toSorted(compareTerms), ["B", "a", "a", "b", "é"]);
  });
});

const LINES = [
  ["black", "tea", "", "black", "tea", "pot"],
  ["tea", ""],
];

describe("terms of lines", () => {
  it("countTerms counts the terms of lines without gaps", () => {
    assert.deepEqual(
      [...countTerms(LINES)],
      [
        ["black", 2],
        ["tea", 3],
        ["pot", 1],
      ],
    );
  });

  it("countPairs pairs adjacent terms, but not across gaps or lines", () => {
    assert.deepEqual(
      [...countPairs(LINES)],
      [
        ["black tea", 2],
        ["tea pot", 1],
      ],
    );
  });

  it("addTerms adds occurrences by their weight", () => {
    const terms = countTerms(LINES);
    addTerms(terms, [["tea", "pot", "lid"]], 0.5);
    assert.deepEqual(Object.fromEntries(terms), { black: 2, tea: 3.5, pot: 1.5, lid: 0.5 });
  });
});
