import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  horvitzThompsonShare,
  type SampledCase,
} from "../../../lib/domain/measures/sample-precision.ts";
import { wilsonInterval } from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";

/** Cases of one stratum, of which the first are hits. */
function cases(stratum: string, size: number, judged: number, hits: number): SampledCase[] {
  return Array.from({ length: judged }, (_, index) => {
    return { stratum, inclusionProbability: judged / size, isHit: index < hits };
  });
}

const unjudged = (sample: readonly SampledCase[]) =>
  sample.map((each) => ({ ...each, isHit: undefined }));

describe("the share of hits in a stratified sample (Horvitz & Thompson 1952)", () => {
  it("The Horvitz–Thompson share weights each stratum by its size, not by its number of judged cases", () => {
    const sample = [...cases("a", 900, 10, 9), ...cases("b", 100, 10, 0)];
    const { share, cases: judged } = horvitzThompsonShare(sample);
    assert.ok(Math.abs((share ?? 0) - 0.81) < 1e-12);
    assert.equal(judged, 20);
  });

  it("The Horvitz–Thompson interval is Wilson's, with the sample size that the stratified variance implies", () => {
    const { low, high } = horvitzThompsonShare(cases("a", 1e9, 101, 50));
    const simple = wilsonInterval((50 / 101) * 100, 100);
    assert.ok(Math.abs(low - simple.low) < 1e-6 && Math.abs(high - simple.high) < 1e-6);
  });

  it("The Horvitz–Thompson interval is known whichever few cases of the strata were judged", () => {
    const property = fc.property(
      fc.array(fc.record({ size: fc.integer({ min: 1, max: 6 }), judged: fc.nat(2) }), {
        minLength: 1,
        maxLength: 4,
      }),
      (strata) => {
        const sample = strata.flatMap(({ size, judged }, index) =>
          Array.from({ length: size }, (_, at): SampledCase => {
            const isHit = at < judged ? at === 0 : undefined;
            return { stratum: `s${index}`, inclusionProbability: 0.5, isHit };
          }),
        );
        const { low, high } = horvitzThompsonShare(sample);
        assert.ok(low >= 0 && low <= high && high <= 1, `${low}–${high}`);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it("The Horvitz–Thompson interval weighs the variance of strata against the simple one by the number of rarer verdicts", () => {
    const { share, low, high } = horvitzThompsonShare([
      ...cases("a", 600, 60, 57),
      ...cases("b", 200, 20, 2),
    ]);
    const [p, ofA, ofB] = [590 / 800, (0.95 * 0.05) / 59, (0.1 * 0.9) / 19];
    const stratified = 0.9 * ((600 / 800) ** 2 * ofA + (200 / 800) ** 2 * ofB);
    const simple = (0.9 * p * (1 - p)) / 79;
    // 21 of the 80 judged cases are no hits, against 2 for the simple variance.
    const variance = (21 / 23) * stratified + (2 / 23) * simple;
    const size = (p * (1 - p)) / variance;
    const expected = wilsonInterval(p * size, size);
    for (const [actual, wanted] of [
      [share ?? 0, p],
      [low, expected.low],
      [high, expected.high],
    ] as const) {
      assert.ok(Math.abs(actual - wanted) < 1e-12, `${actual} instead of ${wanted}`);
    }
  });

  it("The Horvitz–Thompson interval keeps the variance of strata where the simple one is smaller", () => {
    const { high } = horvitzThompsonShare([...cases("a", 900, 10, 9), ...cases("b", 100, 10, 0)]);
    const stratified = (0.81 * (1 - 10 / 900) * 0.9 * 0.1) / 9;
    const size = (0.81 * 0.19) / stratified;
    assert.ok(Math.abs(high - wilsonInterval(0.81 * size, size).high) < 1e-12);
  });

  it("The Horvitz–Thompson interval counts the judged cases where those of each stratum agree", () => {
    const { low, high } = horvitzThompsonShare([
      ...cases("a", 500, 10, 10),
      ...cases("b", 500, 10, 0),
    ]);
    const { low: least, high: most } = wilsonInterval(10, 20);
    assert.ok(Math.abs(low - least) < 1e-12 && Math.abs(high - most) < 1e-12);
  });

  it("The Horvitz–Thompson interval is narrower when strata separate hits and when much was judged", () => {
    const width = (sample: readonly SampledCase[]) => {
      const { low, high } = horvitzThompsonShare(sample);
      return high - low;
    };
    const mixed = [...cases("a", 500, 50, 25), ...cases("b", 500, 50, 25)];
    const apart = [...cases("a", 500, 50, 47), ...cases("b", 500, 50, 3)];
    assert.ok(width(apart) < 0.7 * width(mixed));
    const half = [...cases("a", 100, 50, 25), ...cases("b", 100, 50, 25)];
    assert.ok(width(half) < 0.8 * width(mixed));
  });

  it("The Horvitz–Thompson interval keeps some width when judged cases agree, but none when everything was judged", () => {
    const none = horvitzThompsonShare(cases("a", 1_000, 20, 0));
    assert.deepEqual([none.share, none.low], [0, 0]);
    assert.ok(none.high > 0.1);
    const all = horvitzThompsonShare(cases("a", 20, 20, 5));
    assert.deepEqual([all.share, all.low, all.high], [0.25, 0.25, 0.25]);
    const half = horvitzThompsonShare([...cases("a", 20, 20, 5), ...cases("b", 20, 10, 2)]);
    assert.ok(half.low < half.high);
  });

  it("The Horvitz–Thompson share is undefined without a judged case", () => {
    const nothing = { share: undefined, low: 0, high: 1, cases: 0 };
    assert.deepEqual(horvitzThompsonShare([]), nothing);
    assert.deepEqual(horvitzThompsonShare(unjudged(cases("a", 10, 2, 1))), nothing);
  });

  it("The Horvitz–Thompson share joins a stratum with a single judged case with the one before it by name", () => {
    const single = [
      ...cases("b", 20, 4, 0).slice(0, 1),
      ...unjudged(cases("b", 20, 4, 0).slice(1)),
    ];
    const sample = [...single, ...cases("c", 40, 4, 0), ...cases("a", 40, 4, 4)];
    // a and b: 4 of 5 judged are hits, so 48 of 60.
    assert.equal(horvitzThompsonShare(sample).share, 48 / 100);
  });

  it("The Horvitz–Thompson share joins a first stratum with a single judged case with the one after it", () => {
    const single = [
      ...cases("a", 20, 4, 4).slice(0, 1),
      ...unjudged(cases("a", 20, 4, 4).slice(1)),
    ];
    const sample = [...single, ...cases("b", 40, 4, 0), ...cases("c", 40, 4, 4)];
    // a and b: 1 of 5 judged is a hit, so 12 of 60.
    assert.equal(horvitzThompsonShare(sample).share, 52 / 100);
  });

  it("The Horvitz–Thompson share keeps a stratum of a single case apart once it is judged", () => {
    const sample = [...cases("a", 1, 1, 1), ...cases("b", 99, 9, 0)];
    assert.equal(horvitzThompsonShare(sample).share, 1 / 100);
  });

  it("The Horvitz–Thompson share merges strata with too few judged cases with their neighbours", () => {
    const judged = cases("a", 60, 6, 3);
    const silent = unjudged(cases("b", 40, 4, 0));
    const { share, low } = horvitzThompsonShare([...judged, ...silent]);
    assert.equal(share, 0.5);
    assert.ok(low > 0 && low < horvitzThompsonShare(judged).low + 0.01);
    const single = [...cases("a", 60, 6, 3), ...cases("b", 30, 3, 0).slice(0, 1)];
    assert.ok(Number.isFinite(horvitzThompsonShare(single).high));
    assert.equal(horvitzThompsonShare([...silent, ...cases("c", 10, 1, 1)]).share, 1);
  });
});
