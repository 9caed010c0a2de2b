import {
  compileLinearModel,
  type Learner,
  type LinearModel,
  linearModel,
  type Samples,
} from "../../lib/domain/stats/learner/learner.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** Settings of the optimisation. */
interface LinearSvmSettings {
  /** Cost per unit of a row's distance to the right side, in (0, ∞): C in the papers. */
  readonly cost: number;
  /** Seed of the order in which rows are visited. */
  readonly seed: number;
}

/**
 * Greatest violation of the optimality conditions at which the search ends: the tool of the paper
 * has 0.1.
 */
const TOLERANCE = 0.001;
/** Most passes over the rows, when costs are high and rows cannot be separated. */
const PASSES = 1_000;

/**
 * Creates a linear support vector machine with hinge loss: min ½‖w‖² + C Σ vᵢ max(0, 1 − yᵢ w·xᵢ).
 * Here v are the weights of the samples. y is 1 for a label above 0 and −1 otherwise. The bias is a
 * column of ones among the others.
 *
 * It is solved in the dual by coordinate descent (Hsieh, Chang, Lin, Keerthi & Sundararajan 2008,
 * algorithm 1). A pass takes time linear in the entries of the rows. It predicts w·x, whose sign is
 * the class: a margin in (−∞, ∞), not a probability.
 */
export function linearSvm(settings: LinearSvmSettings): Learner<LinearModel> {
  return {
    name: "linear-svm",
    fit: (samples) => fit(samples, settings),
    compile: compileLinearModel,
  };
}

function fit({ x, y, weights }: Samples, { cost, seed }: LinearSvmSettings): LinearModel {
  const dual = new Dual(x, y, weights, cost);
  const order = Array.from({ length: rowCount(x) }, (_, row) => row)
    .map((row) => ({ row, turn: hashToUnit(seed, `${row}`) }))
    .toSorted((a, b) => a.turn - b.turn);
  for (let pass = 0; pass < PASSES; pass += 1) {
    let violation = 0;
    for (const { row } of order) violation = Math.max(violation, dual.turn(row));
    if (violation < TOLERANCE) break;
  }
  const columns = Int32Array.from(dual.normal.keys());
  return linearModel(dual.bias, columns, dual.normal);
}

/** The multipliers of the rows, and their hyperplane. */
class Dual {
  readonly normal: Float64Array;
  bias = 0;
  readonly #x: SparseRows;
  readonly #y: Float64Array;
  /** Greatest multiplier of a row: C times its weight. */
  readonly #most: Float64Array;
  readonly #multipliers: Float64Array;
  /** ‖xᵢ‖² with the column of ones. */
  readonly #squares: Float64Array;

  constructor(x: SparseRows, y: Float64Array, weights: Float64Array, cost: number) {
    this.#x = x;
    this.#y = y.map((label) => (label > 0 ? 1 : -1));
    this.#most = weights.map((weight) => cost * weight);
    this.normal = new Float64Array(x.width);
    this.#multipliers = new Float64Array(y.length);
    this.#squares = y.map((_, row) => rowOf(x, row).values.reduce((sum, v) => sum + v * v, 1));
  }

  /**
   * Moves one multiplier to its optimum. Returns how far the row was from optimal, 0 if it was
   * optimal.
   */
  turn(row: number): number {
    const [before, most] = [this.#multipliers[row] ?? 0, this.#most[row] ?? 0];
    const sign = this.#y[row] ?? 0;
    const entries = rowOf(this.#x, row);
    const gradient = sign * (this.bias + dot(entries, this.normal)) - 1;
    const isAtEnd = (before === 0 && gradient > 0) || (before === most && gradient < 0);
    if (isAtEnd || gradient === 0) return 0;
    const after = Math.min(most, Math.max(0, before - gradient / (this.#squares[row] ?? 1)));
    this.#multipliers[row] = after;
    this.#move(entries, (after - before) * sign);
    return Math.abs(gradient);
  }

  #move({ columns, values }: SparseVector, by: number): void {
    this.bias += by;
    for (const [at, column] of columns.entries())
      this.normal[column] = (this.normal[column] ?? 0) + by * (values[at] ?? 0);
  }
}

function dot({ columns, values }: SparseVector, dense: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < columns.length; at += 1)
    sum += (values[at] ?? 0) * (dense[columns[at] ?? 0] ?? 0);
  return sum;
}
