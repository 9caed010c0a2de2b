import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { squaredNorm } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { compareTerms, compileTfIdf, learnTfIdf } from "../../../lib/domain/text/tf-idf.ts";
import { assertNear } from "../../contract/learner.ts";

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
