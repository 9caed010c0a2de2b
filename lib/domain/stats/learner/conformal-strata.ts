/** A prediction, with the amount of evidence for it. */
interface PredictedCase {
  /** In [0,1], made without the case's own label: out of fold, or left out. */
  readonly prediction: number;
  /** Any number that grows with the known facts, such as the known words of a snippet. */
  readonly evidence: number;
}

/** A prediction with its known label. */
export interface CalibrationCase extends PredictedCase {
  /** In [0,1]. */
  readonly label: number;
}

/** The cuts that divide cases into strata, ascending; a value equal to a cut lies above it. */
type StratumCuts = {
  readonly prediction: readonly number[];
  readonly evidence: readonly number[];
};

/** A stratum: cases with similar errors. */
type Stratum = {
  readonly cases: number;
  /**
   * ψ at each of {@link CONFORMAL_LEVELS}, in [0,∞); `null` where the cases are too few for any
   * bound.
   */
  readonly errors: readonly (number | null)[];
};

/** Percentiles of relative errors; a stratum of too few cases is `null`. */
export type ConformalModel = {
  readonly cuts: StratumCuts;
  /** By prediction and evidence: all amounts of evidence of the lowest predictions first. */
  readonly cells: readonly (Stratum | null)[];
  /** By prediction alone. */
  readonly bins: readonly (Stratum | null)[];
  readonly all: Stratum;
};

/** A compiled conformal model. */
export interface ConformalPredictor {
  /** Returns the smallest stratum around a case that has enough cases. */
  readonly stratumOf: (at: PredictedCase) => Stratum;
  /**
   * Returns the trust in a prediction, Σ η · max(0, 1 − ψ) over the levels, in [0, 4.55] (Xu, Yoon
   * & Tourassi 2014). It is 0 everywhere while there are no cases.
   */
  readonly modulation: (at: PredictedCase) => number;
  /**
   * Returns bounds in [0,1] that hold the label with probability η, the level at an index of {@link
   * CONFORMAL_LEVELS}.
   */
  readonly interval: (at: PredictedCase, level: number) => readonly [low: number, high: number];
}

/** The shares η of cases whose errors lie within ψ. */
export const CONFORMAL_LEVELS = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05] as const;

/** Cuts that are finer for most links: those with low predictions and few known words. */
export const DEFAULT_CUTS: StratumCuts = {
  prediction: [0.05, 0.1, 0.2, 0.35, 0.5, 0.7],
  evidence: [1, 3, 6],
};

/** One stratum, as the paper has it: the modulation is then a constant. */
export const GLOBAL_CUTS: StratumCuts = { prediction: [], evidence: [] };

/** Least cases of a stratum: a smaller one is replaced by the stratum that encloses it. */
const LEAST_CASES = 30;

/** ε: errors are relative to the prediction, or to this value when the prediction is less. */
const LEAST_PREDICTION = 0.01;

/**
 * Fits prediction errors in each stratum by Mondrian conformal prediction (Vovk, Gammerman & Shafer
 * 2005, section 4.5). Errors are relative: |Ψ − Φ| ÷ max(Ψ, ε). ψ at η is the ⌈(n + 1)η⌉-th
 * smallest of n errors. So the error of a new case of the same kind is within ψ with probability η
 * or more.
 */
export function fitConformalStrata(
  cases: readonly CalibrationCase[],
  cuts: StratumCuts = DEFAULT_CUTS,
): ConformalModel {
  const bins = Array.from({ length: cuts.prediction.length + 1 }, (): number[] => []);
  const cells = Array.from({ length: cellCount(cuts) }, (): number[] => []);
  const all: number[] = [];
  for (const each of cases) {
    const error = relativeError(each);
    all.push(error);
    bins[placeOf(each.prediction, cuts.prediction)]?.push(error);
    cells[cellOf(each, cuts)]?.push(error);
  }
  return {
    cuts,
    cells: cells.map(stratumOrNone),
    bins: bins.map(stratumOrNone),
    all: stratum(all),
  };
}

/** Compiles a model. */
export function compileConformalStrata(model: ConformalModel): ConformalPredictor {
  const { cuts, cells, bins, all } = model;
  const trusts = new Map<Stratum, number>();
  for (const each of [...cells, ...bins, all]) if (each !== null) trusts.set(each, trustIn(each));
  const stratumOf = (at: PredictedCase): Stratum =>
    cells[cellOf(at, cuts)] ?? bins[placeOf(at.prediction, cuts.prediction)] ?? all;
  return {
    stratumOf,
    modulation: (at) => trusts.get(stratumOf(at)) ?? 0,
    interval: (at, level) => {
      const reach = boundAt(stratumOf(at), level) * scaleOf(at.prediction);
      return [Math.max(0, at.prediction - reach), Math.min(1, at.prediction + reach)];
    },
  };
}

function relativeError({ prediction, label }: CalibrationCase): number {
  return Math.abs(prediction - label) / scaleOf(prediction);
}

function scaleOf(prediction: number): number {
  return Math.max(prediction, LEAST_PREDICTION);
}

function cellCount(cuts: StratumCuts): number {
  return (cuts.prediction.length + 1) * (cuts.evidence.length + 1);
}

function cellOf({ prediction, evidence }: PredictedCase, cuts: StratumCuts): number {
  const row = placeOf(prediction, cuts.prediction);
  return row * (cuts.evidence.length + 1) + placeOf(evidence, cuts.evidence);
}

/** Counts the cuts that a value reaches. */
function placeOf(value: number, cuts: readonly number[]): number {
  let place = 0;
  while (place < cuts.length && value >= (cuts[place] ?? 0)) place += 1;
  return place;
}

function stratumOrNone(errors: readonly number[]): Stratum | null {
  return errors.length < LEAST_CASES ? null : stratum(errors);
}

function stratum(errors: readonly number[]): Stratum {
  const sorted = Float64Array.from(errors).sort();
  const percentile = (eta: number): number | null => {
    // A margin of less than one case, so that 0.9 · 30 does not round up.
    const rank = Math.ceil((errors.length + 1) * eta - 1e-9);
    return sorted[rank - 1] ?? null;
  };
  return { cases: errors.length, errors: CONFORMAL_LEVELS.map(percentile) };
}

function boundAt({ errors }: Stratum, level: number): number {
  return errors[level] ?? Number.POSITIVE_INFINITY;
}

function trustIn(stratum: Stratum): number {
  return CONFORMAL_LEVELS.reduce(
    (sum, eta, level) => sum + eta * Math.max(0, 1 - boundAt(stratum, level)),
    0,
  );
}
