import {
  type CentredSamples,
  centreSamples,
  compileLinearModel,
  type Learner,
  type LinearModel,
  uncentredModel,
} from "../../lib/domain/stats/learner/learner.ts";
import { addRows, columnsOf, type SparseColumns } from "../../lib/domain/stats/vector/columns.ts";

/** The penalties on large weights and on many weights. */
interface ElasticNetSettings {
  /** λ in (0, ∞), on the scale of the mean over samples. */
  readonly lambda: number;
  /** α in [0,1]: 1 is the lasso, which leaves most weights 0; 0 is ridge regression with λ·Σw. */
  readonly alpha: number;
}

/**
 * A column's change counts as none if it changes the mean squared error by less than this part of
 * the labels' variance.
 */
const TOLERANCE = 1e-9;
/** Bounds the time when features are nearly the same and weights move slowly. */
const MAX_SWEEPS = 1_000;

/**
 * Creates a linear regression that minimises ½·Σ w·(y − b − x·β)² ÷ Σw + λ·(α·‖β‖₁ + ½·(1 −
 * α)·‖β‖²), with b not penalised (Zou & Hastie 2005). It uses cyclic coordinate descent over the
 * columns. Between sweeps of all columns, those with a weight other than 0 are swept until they
 * converge (Friedman, Hastie & Tibshirani 2010).
 */
export function elasticNet(settings: ElasticNetSettings): Learner<LinearModel> {
  return {
    name: "elastic-net",
    fit: (samples) => {
      const centred = centreSamples(samples);
      return uncentredModel(centred, new Descent(centred, settings).run());
    },
    compile: compileLinearModel,
  };
}

/** Moves a value towards 0 by `threshold`, but not beyond 0 (Donoho & Johnstone 1994). */
export function softThreshold(value: number, threshold: number): number {
  return Math.sign(value) * Math.max(0, Math.abs(value) - threshold);
}

/**
 * The state of one descent. The centring of columns is kept apart, so that a change affects only
 * entries.
 */
class Descent {
  readonly #columns: SparseColumns;
  readonly #means: Float64Array;
  /** Each row's part of the weight; the sum is 1. */
  readonly #shares: Float64Array;
  /** Variance of each column. */
  readonly #variances: Float64Array;
  readonly #beta: Float64Array;
  /** y − x·β with columns that are not centred; `#offset` corrects this. */
  readonly #residuals: Float64Array;
  #offset = 0;
  readonly #l1: number;
  readonly #l2: number;
  readonly #leastGain: number;

  constructor(centred: CentredSamples, { lambda, alpha }: ElasticNetSettings) {
    this.#columns = columnsOf(centred.x);
    this.#means = centred.columnMeans;
    this.#shares = centred.weights.map((weight) => weight / centred.totalWeight);
    this.#variances = columnVariances(centred, this.#shares);
    this.#beta = new Float64Array(centred.x.width);
    this.#residuals = centred.y.slice();
    this.#l1 = lambda * alpha;
    this.#l2 = lambda * (1 - alpha);
    this.#leastGain =
      TOLERANCE * centred.y.reduce((sum, y, row) => sum + y * y * (this.#shares[row] ?? 0), 0);
  }

  /** Runs the descent and returns β, one weight per column. */
  run(): Float64Array {
    const all = Int32Array.from(this.#beta.keys());
    for (let sweeps = 0; sweeps < MAX_SWEEPS; ) {
      sweeps += 1;
      if (!this.#sweep(all)) break;
      const active = all.filter((column) => this.#beta[column] !== 0);
      for (; sweeps < MAX_SWEEPS && this.#sweep(active); sweeps += 1);
    }
    return this.#beta;
  }

  /**
   * Moves each column's weight to its best with all others fixed; returns whether any moved much.
   */
  #sweep(columns: Int32Array): boolean {
    let isMoving = false;
    for (const column of columns) {
      const variance = this.#variances[column] ?? 0;
      if (variance === 0) continue;
      const old = this.#beta[column] ?? 0;
      const slope = this.#slope(column) + variance * old;
      const weight = softThreshold(slope, this.#l1) / (variance + this.#l2);
      if (weight === old) continue;
      this.#move(column, weight - old);
      this.#beta[column] = weight;
      isMoving ||= variance * (weight - old) ** 2 > this.#leastGain;
    }
    return isMoving;
  }

  /**
   * Returns the mean product of a column with the residuals. Their mean is 0, so the centring
   * cancels.
   */
  #slope(column: number): number {
    const { starts, rows, values } = this.#columns;
    const end = starts[column + 1] ?? 0;
    let product = 0;
    for (let entry = starts[column] ?? 0; entry < end; entry += 1) {
      const row = rows[entry] ?? 0;
      product += (this.#shares[row] ?? 0) * (values[entry] ?? 0) * (this.#residuals[row] ?? 0);
    }
    return product + this.#offset * (this.#means[column] ?? 0);
  }

  #move(column: number, step: number): void {
    const { starts, rows, values } = this.#columns;
    const end = starts[column + 1] ?? 0;
    for (let entry = starts[column] ?? 0; entry < end; entry += 1) {
      const row = rows[entry] ?? 0;
      this.#residuals[row] = (this.#residuals[row] ?? 0) - step * (values[entry] ?? 0);
    }
    this.#offset += step * (this.#means[column] ?? 0);
  }
}

function columnVariances({ x, columnMeans }: CentredSamples, shares: Float64Array): Float64Array {
  const squares = addRows({ ...x, values: x.values.map((value) => value * value) }, shares);
  return columnMeans.map((mean, column) => Math.max(0, (squares[column] ?? 0) - mean * mean));
}
