import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  horvitzThompsonShare,
  type SampledCase,
} from "../../../lib/domain/measures/sample-precision.ts";
import { allocateSample } from "../../../lib/domain/stats/intervals/allocate-sample.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";

/** Cases of one stratum, of which the first are hits. */
function cases(stratum: string, size: number, judged: number, hits: number): SampledCase[] {
  return Array.from({ length: judged }, (_, index) => {
    return { stratum, inclusionProbability: judged / size, isHit: index < hits };
  });
}

/** Simulated crawls: strata are target or not by tenths, of which some say much about the verdict. */
const PRECISIONS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98];
const SIZES = [500, 1_500, 4_000];
const CORRELATIONS = [0, 0.4, 0.8];
const SAMPLES = [100, 200, 400];
const ROUNDS = 24;
/** Shares of hits, or of others, up to which they are few. */
const RARE = 0.05;

interface Simulation {
  readonly truth: number;
  readonly share: number;
  readonly isCovered: boolean;
  readonly precision: number;
  readonly correlation: number;
}

interface Stratum {
  size: number;
  hits: number;
}

function chanceOf(name: string): () => number {
  let draws = 0;
  return () => hashToUnit(draws++, name);
}

/** Returns the strata of a crawl. */
function crawled(
  name: string,
  [precision, size, correlation]: readonly [number, number, number],
): readonly Stratum[] {
  const chance = chanceOf(name);
  const strata: Stratum[] = Array.from({ length: 20 }, () => ({ size: 0, hits: 0 }));
  for (let page = 0; page < size; page += 1) {
    const part = Math.floor((10 * page) / size);
    // The longer the crawl, the further it has strayed.
    const isHit = chance() < precision * (1 + correlation * (0.5 - page / size));
    const isTarget = chance() < correlation ? isHit : chance() < precision;
    const stratum = strata[part + (isTarget ? 10 : 0)];
    if (stratum === undefined) continue;
    stratum.size += 1;
    if (isHit) stratum.hits += 1;
  }
  return strata;
}

/** Draws a sample of so many pages from a crawl, and estimates its share of hits. */
function estimate(name: string, strata: readonly Stratum[], wanted: number) {
  const chance = chanceOf(name);
  const counts = allocateSample(
    strata.map((stratum) => stratum.size),
    wanted,
  );
  const sample = strata.flatMap((stratum, index) => {
    const count = counts[index] ?? 0;
    let [left, hitsLeft, hits] = [stratum.size, stratum.hits, 0];
    for (let drawn = 0; drawn < count; drawn += 1, left -= 1) {
      if (chance() * left >= hitsLeft) continue;
      hits += 1;
      hitsLeft -= 1;
    }
    return cases(String(index).padStart(2, "0"), stratum.size, count, hits);
  });
  const [size, hits] = strata.reduce(
    (sums, each) => [sums[0] + each.size, sums[1] + each.hits],
    [0, 0],
  );
  const truth = hits / size;
  const { share = Number.NaN, low, high } = horvitzThompsonShare(sample);
  return { truth, share, isCovered: low <= truth && truth <= high };
}

function simulateAll(): Simulation[] {
  const simulations: Simulation[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const precision of PRECISIONS) {
      for (const size of SIZES) {
        for (const correlation of CORRELATIONS) {
          const name = [round, precision, size, correlation].join(" ");
          const strata = crawled(name, [precision, size, correlation]);
          for (const wanted of SAMPLES) {
            const estimated = estimate(`${name} ${wanted}`, strata, wanted);
            simulations.push({ ...estimated, precision, correlation });
          }
        }
      }
    }
  }
  return simulations;
}

describe("over simulated crawls", () => {
  let simulations: readonly Simulation[] = [];
  before(() => {
    simulations = simulateAll();
  });

  const coverage = (of: readonly Simulation[]) =>
    of.filter(({ isCovered }) => isCovered).length / of.length;

  it("The Horvitz–Thompson interval covers the truth in 93 to 97 of 100 simulated crawls", () => {
    assert.ok(simulations.length >= 1_000);
    const covered = coverage(simulations);
    assert.ok(covered >= 0.93 && covered <= 0.97, `covers ${covered}`);
  });

  it("The Horvitz–Thompson interval keeps its coverage at every precision of simulated crawls", () => {
    for (const [precision, of] of Map.groupBy(simulations, (each) => each.precision)) {
      const covered = coverage(of);
      assert.ok(covered >= 0.9, `covers ${covered} at ${precision}`);
    }
  });

  it("The Horvitz–Thompson interval keeps its coverage for rare hits or misses, whatever the strata reveal", () => {
    const isRare = ({ precision }: Simulation) => Math.min(precision, 1 - precision) <= RARE;
    const groups = Map.groupBy(
      simulations,
      (each) => `${isRare(each) ? "rare" : "frequent"}, correlation ${each.correlation}`,
    );
    assert.equal(groups.size, 2 * CORRELATIONS.length);
    for (const [name, of] of groups) {
      const covered = coverage(of);
      assert.ok(covered >= 0.93 && covered <= 0.985, `covers ${covered}: ${name}`);
    }
  });

  it("The Horvitz–Thompson estimate is unbiased over simulated crawls", () => {
    const errors = simulations.map(({ share, truth }) => share - truth);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const square = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length;
    // Four standard errors: once in some sixteen thousand seeds.
    assert.ok(Math.abs(mean) < 4 * Math.sqrt(square / errors.length), `is ${mean} off`);
  });
});
