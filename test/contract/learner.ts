import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Json } from "../../lib/domain/json.ts";
import type { Learner, Predictor, Samples } from "../../lib/domain/stats/learner/learner.ts";
import { rowCount, rowOf, type SparseVector } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { rowsOfDense } from "../support/dense-rows.ts";

/** The promises of a learner that are weaker than those of all others. */
export interface LearnerPromises {
  /**
   * Whether a sample of weight 2 is the same as the sample twice; false when samples are drawn one
   * by one.
   */
  readonly weightIsCount?: boolean;
  /** A number added to all labels is added to all predictions. */
  readonly followsLabels?: boolean;
  /** How far predictions that should be equal may be apart, in units of the labels (which are in [0,1]). */
  readonly tolerance?: number;
  /** Runs of each property; fewer for a learner that takes long. */
  readonly runs?: number;
}

/** A sample as a test writes it. */
export interface WrittenSample {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight?: number;
}

/** Returns samples of `width` features from rows of numbers, including zeros. */
export function samplesOf(written: readonly WrittenSample[], width: number): Samples {
  return {
    x: rowsOfDense(Float64Array.from(written.flatMap(({ x }) => x)), width),
    y: Float64Array.from(written, ({ y }) => y),
    weights: Float64Array.from(written, ({ weight }) => weight ?? 1),
  };
}

/** Returns a row to predict, from its numbers. */
export function rowOfNumbers(...numbers: readonly number[]): SparseVector {
  return rowOf(rowsOfDense(Float64Array.from(numbers), numbers.length), 0);
}

const WIDTH = 4;
const TOLERANCE = 1e-6;

/** Halves and powers of two, whose sums and products are exact. */
const written: fc.Arbitrary<WrittenSample> = fc.record({
  x: fc.array(fc.constantFrom(0, 0, 1, -1, 0.5, 2), { minLength: WIDTH, maxLength: WIDTH }),
  y: fc.constantFrom(0, 0.25, 0.5, 1),
  weight: fc.constantFrom(0.5, 1, 1, 2),
});
const manyWritten = fc.array(written, { minLength: 1, maxLength: 24 });

/** Tests the promises of every learner. */
export function learnerContract<Model extends Json>(
  name: string,
  makeLearner: () => Learner<Model>,
  {
    weightIsCount = true,
    followsLabels = true,
    tolerance = TOLERANCE,
    runs = 100,
  }: LearnerPromises = {},
): void {
  const learn = (samples: Samples): Predictor => {
    const learner = makeLearner();
    return learner.compile(learner.fit(samples));
  };
  const assertSame = (got: Predictor, wanted: Predictor, samples: Samples) => {
    for (let row = 0; row < rowCount(samples.x); row += 1)
      assertNear(got(rowOf(samples.x, row)), wanted(rowOf(samples.x, row)), tolerance);
  };

  describe(`${name} is a learner`, () => {
    it("A learner predicts finite numbers", () => {
      fc.assert(
        fc.property(manyWritten, written, (list, other) => {
          const predict = learn(samplesOf(list, WIDTH));
          for (const { x } of [...list, other])
            assert.ok(Number.isFinite(predict(rowOfNumbers(...x))));
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner predicts 0 when its samples have no weight", () => {
      for (const list of [[], [{ x: [1, 0, 2, 0], y: 1, weight: 0 }]]) {
        const predict = learn(samplesOf(list, WIDTH));
        assert.equal(predict(rowOfNumbers(1, 0, 2, 0)), 0);
        assert.equal(predict(rowOfNumbers(0)), 0);
      }
    });

    it("A learner learns the same model from the same samples, and does not change them", () => {
      fc.assert(
        fc.property(manyWritten, (list) => {
          const samples = samplesOf(list, WIDTH);
          const before = structuredClone(samples);
          const model = makeLearner().fit(samples);
          assert.deepEqual(samples, before);
          assert.deepEqual(makeLearner().fit(samples), model);
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner has models that can be stored as JSON", () => {
      fc.assert(
        fc.property(manyWritten, written, (list, { x }) => {
          const learner = makeLearner();
          const model = learner.fit(samplesOf(list, WIDTH));
          const stored: Model = JSON.parse(JSON.stringify(model));
          const row = rowOfNumbers(...x);
          assert.equal(learner.compile(stored)(row), learner.compile(model)(row));
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner ignores a sample of weight 0", () => {
      fc.assert(
        fc.property(manyWritten, written, fc.nat(), (list, other, at) => {
          const ignored = { ...other, weight: 0 };
          const samples = samplesOf(list, WIDTH);
          const more = samplesOf(list.toSpliced(at % (list.length + 1), 0, ignored), WIDTH);
          assertSame(learn(more), learn(samples), more);
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner treats unknown columns as absent", () => {
      fc.assert(
        fc.property(manyWritten, (list) => {
          const samples = samplesOf(list, WIDTH);
          const predict = learn(samples);
          for (const { x } of list)
            assert.equal(predict(rowOfNumbers(...x, 0, 3, -1)), predict(rowOfNumbers(...x)));
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner is not affected by columns that are 0 everywhere", () => {
      fc.assert(
        fc.property(manyWritten, (list) => {
          const samples = samplesOf(list, WIDTH);
          const wider = { ...samples, x: { ...samples.x, width: WIDTH + 3 } };
          assertSame(learn(wider), learn(samples), samples);
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner predicts the label when all samples have the same", () => {
      fc.assert(
        fc.property(manyWritten, (list) => {
          const samples = samplesOf(list, WIDTH);
          const same = { ...samples, y: samples.y.map(() => 0.75) };
          assertSame(learn(same), () => 0.75, same);
        }),
        { seed: 1, numRuns: runs },
      );
    });

    it("A learner learns that one feature is good, and that another is bad", () => {
      const good = { x: [1, 0, 1, 0], y: 1 };
      const bad = { x: [0, 1, 1, 0], y: 0 };
      const predict = learn(
        samplesOf(
          Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? good : bad)),
          WIDTH,
        ),
      );
      assert.ok(predict(rowOfNumbers(...good.x)) > predict(rowOfNumbers(...bad.x)) + 0.5);
    });

    if (weightIsCount) {
      it("A learner treats a sample of weight 2 as the sample twice", () => {
        fc.assert(
          fc.property(manyWritten, (list) => {
            const twice = samplesOf(
              list.flatMap((sample) => [sample, sample]),
              WIDTH,
            );
            const heavy = samplesOf(
              list.map(({ weight = 1, ...sample }) => ({ ...sample, weight: 2 * weight })),
              WIDTH,
            );
            assertSame(learn(heavy), learn(twice), heavy);
          }),
          { seed: 1, numRuns: runs },
        );
      });
    }

    if (followsLabels) {
      it("A learner moves its predictions with the labels", () => {
        fc.assert(
          fc.property(manyWritten, fc.constantFrom(-1, 0.5, 2), (list, shift) => {
            const samples = samplesOf(list, WIDTH);
            const moved = { ...samples, y: samples.y.map((label) => label + shift) };
            const predict = learn(samples);
            assertSame(learn(moved), (row) => predict(row) + shift, samples);
          }),
          { seed: 1, numRuns: runs },
        );
      });
    }
  });
}

/** Fails unless two numbers are within `tolerance`. */
export function assertNear(got: number, wanted: number, tolerance = TOLERANCE): void {
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not within ${tolerance} of ${wanted}`);
}
