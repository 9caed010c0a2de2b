import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type SparseVector, sparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { compileNaiveBayes, fitNaiveBayes } from "../../../peers/context-graph/naive-bayes.ts";
import { assertNear } from "../../contract/learner.ts";

const WORDS = ["Chinese", "Beijing", "Shanghai", "Macao", "Tokyo", "Japan"];

function countsOf(text: string): SparseVector {
  const counts = WORDS.map((word) => text.split(" ").filter((other) => other === word).length);
  const columns = Int32Array.from(counts.keys()).filter((column) => (counts[column] ?? 0) > 0);
  return { columns, values: Float64Array.from(columns, (column) => counts[column] ?? 0) };
}

/** The documents of Manning, Raghavan & Schütze 2008, table 13.1: 0 is "China", 1 is not. */
const TABLE = [
  ["Chinese Beijing Chinese", 0],
  ["Chinese Chinese Shanghai", 0],
  ["Chinese Macao", 0],
  ["Tokyo Japan Chinese", 1],
] as const;

const fitted = (priors: readonly number[]) => {
  const x = sparseRows(
    TABLE.map(([text]) => countsOf(text)),
    WORDS.length,
  );
  return fitNaiveBayes({ x, classes: TABLE.map(([, number]) => number), priors });
};

const model = fitted([3 / 4, 1 / 4]);

describe("naive Bayes", () => {
  it("Naive Bayes has the likelihoods of the textbook's example 13.1: 3/7, 1/14; 2/9, 2/9", () => {
    const likelihood = (number: number, word: string) =>
      Math.exp(model.logLikelihoods[number]?.[WORDS.indexOf(word)] ?? Number.NaN);
    assertNear(likelihood(0, "Chinese"), 3 / 7, 1e-12);
    for (const word of ["Tokyo", "Japan"]) assertNear(likelihood(0, word), 1 / 14, 1e-12);
    for (const word of ["Chinese", "Tokyo", "Japan"]) assertNear(likelihood(1, word), 2 / 9, 1e-12);
  });

  it("Naive Bayes assigns the example's fifth document to China, by 0.0003 to 0.0001", () => {
    const [china = 0, other = 0] = compileNaiveBayes(model)(
      countsOf("Chinese Chinese Chinese Tokyo Japan"),
    );
    const [yes, no] = [(3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2, (1 / 4) * (2 / 9) ** 5];
    assertNear(china, yes / (yes + no), 1e-12);
    assertNear(other, no / (yes + no), 1e-12);
  });

  it("Naive Bayes assigns the example's fifth document to the other class when the priors are equal", () => {
    const [china = 0, other = 0] = compileNaiveBayes(fitted([1 / 2, 1 / 2]))(
      countsOf("Chinese Chinese Chinese Tokyo Japan"),
    );
    assert.ok(china < other);
  });

  it("Naive Bayes uses the priors when a row is empty or has only unknown columns", () => {
    const posteriors = compileNaiveBayes(model);
    const unknown = { columns: Int32Array.of(77), values: Float64Array.of(3) };
    for (const row of [countsOf(""), unknown]) {
      const [china = 0, other = 0] = posteriors(row);
      assertNear(china, 3 / 4, 1e-12);
      assertNear(other, 1 / 4, 1e-12);
    }
  });

  it("Naive Bayes gives probabilities that sum to 1 for rows of any length", () => {
    const posteriors = compileNaiveBayes(model);
    const counts = fc.array(fc.nat(1_000_000), {
      minLength: WORDS.length,
      maxLength: WORDS.length,
    });
    const property = fc.property(counts, (values) => {
      const row = { columns: Int32Array.from(values.keys()), values: Float64Array.from(values) };
      const found = posteriors(row);
      assert.ok(found.every((share) => share >= 0 && share <= 1));
      assertNear(
        found.reduce((sum, share) => sum + share, 0),
        1,
        1e-12,
      );
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("Naive Bayes separates classes of a long document whose likelihoods underflow", () => {
    const [china = 0, other = 0] = compileNaiveBayes(model)(
      countsOf(`${"Chinese ".repeat(50_000)}Tokyo`),
    );
    assert.ok(china > 1 - 1e-9 && other < 1e-9, `${china} ${other}`);
  });
});
