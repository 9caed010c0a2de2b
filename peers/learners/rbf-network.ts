import {
  compileLinearModel,
  type Learner,
  type LinearModel,
  type Samples,
  weightySamples,
} from "../../lib/domain/stats/learner/learner.ts";
import { ridgeRegression } from "../../lib/domain/stats/learner/ridge-regression.ts";
import { type PackedRows, packColumns } from "../../lib/domain/stats/vector/columns.ts";
import {
  rowCount,
  rowOf,
  type SparseVector,
  sparseRows,
} from "../../lib/domain/stats/vector/sparse-rows.ts";
import { kMeans } from "./k-means.ts";
import { squaredDistancesTo } from "./squared-distances.ts";
import { loadRows, type StoredRows, storeRows } from "./stored-rows.ts";
import { weightedSpread } from "./weighted-rows.ts";

/** The network's size, and the regularisation of its output. */
interface RbfNetworkSettings {
  /** Gaussians in the hidden layer, at least 1; fewer if there are fewer distinct rows. */
  readonly centres: number;
  /** λ of the ridge regression on them, on the scale of a sum over samples. */
  readonly lambda: number;
  readonly seed: number;
}

/** A linear model of how near a row is to each centre. */
type RbfNetworkModel = {
  /** Columns known to the model, ascending. */
  readonly columns: readonly number[];
  /** Column n of the centres is `columns[n]`. */
  readonly centres: StoredRows;
  /** σ² of each centre, in (0, ∞). */
  readonly squaredWidths: readonly number[];
  readonly output: LinearModel;
};

/**
 * Least σ² of a centre with hardly any rows, as a part of the spread of all rows, so that
 * neighbours also reach it.
 */
const LEAST_WIDTH = 0.1;

/**
 * Creates a network of Gaussians exp(−‖x − c‖² ÷ 2σ²) with a ridge regression on top (Moody &
 * Darken 1989; Weka's RBFNetwork). The centres are found by k-means, and σ² is the mean squared
 * distance of a centre's rows.
 */
export function rbfNetwork(settings: RbfNetworkSettings): Learner<RbfNetworkModel> {
  return {
    name: "rbf-network",
    fit: (samples) => fitNetwork(weightySamples(samples), settings),
    compile: ({ columns, centres, squaredWidths, output }) => {
      const packed = { x: loadRows(centres), columns: Int32Array.from(columns) };
      const nearness = nearnessTo(packed, squaredWidths);
      const predict = compileLinearModel(output);
      return (row) => predict(nearness(row));
    },
  };
}

function fitNetwork(samples: Samples, settings: RbfNetworkSettings): RbfNetworkModel {
  const { centres, squaredWidths } = hiddenLayer(samples, settings);
  const nearness = nearnessTo(centres, squaredWidths);
  const rows = Array.from({ length: rowCount(samples.x) }, (_, row) =>
    nearness(rowOf(samples.x, row)),
  );
  const x = sparseRows(rows, squaredWidths.length);
  const output = ridgeRegression(settings).fit({ ...samples, x });
  const columns = Array.from(centres.columns);
  return { columns, centres: storeRows(centres.x), squaredWidths, output };
}

function hiddenLayer({ x, weights }: Samples, settings: RbfNetworkSettings) {
  const packed = packColumns(x);
  const partition = kMeans(packed.x, weights, settings);
  const centres = { x: partition.centres, columns: packed.columns };
  const distancesTo = squaredDistancesTo(centres);
  const sums = new Float64Array(rowCount(centres.x));
  const totals = new Float64Array(rowCount(centres.x));
  for (const [row, label] of partition.labels.entries()) {
    const weight = weights[row] ?? 0;
    sums[label] = (sums[label] ?? 0) + weight * (distancesTo(rowOf(x, row))[label] ?? 0);
    totals[label] = (totals[label] ?? 0) + weight;
  }
  const least = LEAST_WIDTH * weightedSpread(x, weights) || 1;
  const squaredWidths = Array.from(sums, (squares, label) =>
    Math.max(least, squares / (totals[label] || 1)),
  );
  return { centres, squaredWidths };
}

/** Compiles a hidden layer to a function from a row to the values of its Gaussians, in (0,1]. */
function nearnessTo(
  centres: PackedRows,
  squaredWidths: readonly number[],
): (row: SparseVector) => SparseVector {
  const distancesTo = squaredDistancesTo(centres);
  const columns = Int32Array.from(squaredWidths.keys());
  return (row) => {
    const values = distancesTo(row).map((distance, at) =>
      Math.exp(-distance / (2 * (squaredWidths[at] ?? 1))),
    );
    return { columns, values };
  };
}
