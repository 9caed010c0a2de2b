import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { multiplyRows } from "../../lib/domain/stats/vector/columns.ts";
import {
  rowCount,
  rowOf,
  type SparseRows,
  sparseRows,
  squaredNorm,
  sum,
} from "../../lib/domain/stats/vector/sparse-rows.ts";

/** Rows by the centre nearest to them. */
interface Partition {
  /** As many as requested, or as there are distinct rows. */
  readonly centres: SparseRows;
  /** Number of each row's centre, the lower of two equally near ones. */
  readonly labels: Int32Array;
}

/** The number of centres, and the seed of their draws. */
interface KMeansSettings {
  readonly centres: number;
  readonly seed: number;
}

/** Most steps of Lloyd's algorithm: little changes after the first ten or so. */
const MAX_STEPS = 30;

/**
 * Finds centres with a small weighted sum of squared distances to the rows nearest to them. They
 * are drawn in proportion to the remaining distances (Arthur & Vassilvitskii 2007: k-means++). Then
 * they move to the mean of their rows until no row changes its centre (Lloyd 1982), thirty times at
 * most. A centre that loses all its rows stays where it is. A step takes centres × (entries +
 * width); all weights must be above 0.
 */
export function kMeans(
  x: SparseRows,
  weights: Float64Array,
  { centres: count, seed }: KMeansSettings,
): Partition {
  let centres = drawCentres(x, weights, count, seed);
  let labels = nearestCentres(x, centres);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    centres = meansOf(x, weights, labels, centres);
    const next = nearestCentres(x, centres);
    const isSettled = next.every((label, row) => label === labels[row]);
    labels = next;
    if (isSettled) break;
  }
  return { centres: sparseRows(centres.map(sparseVector), x.width), labels };
}

/** Draws the first centres, as dense rows of `x`. */
function drawCentres(x: SparseRows, weights: Float64Array, count: number, seed: number) {
  const squares = squaresOf(x);
  const far = squares.map(() => Infinity);
  const centres: Float64Array[] = [];
  while (centres.length < count && rowCount(x) > 0) {
    const isFirst = centres.length === 0;
    const pulls = isFirst ? weights : weights.map((weight, row) => weight * (far[row] ?? 0));
    if (sum(pulls) === 0) break;
    const centre = denseRow(x, drawRow(pulls, hashToUnit(seed, `centre ${centres.length}`)));
    for (const [row, distance] of distancesTo(centre, x, squares).entries())
      far[row] = Math.min(far[row] ?? 0, distance);
    centres.push(centre);
  }
  return centres;
}

/**
 * Returns the first row at which the running sum of pulls exceeds `unit`, in (0,1), of their total.
 */
function drawRow(pulls: Float64Array, unit: number): number {
  const wanted = unit * sum(pulls);
  let held = 0;
  return pulls.findIndex((pull) => {
    held += pull;
    return held > wanted;
  });
}

function nearestCentres(x: SparseRows, centres: readonly Float64Array[]): Int32Array {
  const squares = squaresOf(x);
  const labels = new Int32Array(squares.length);
  const nearest = squares.map(() => Infinity);
  for (const [label, centre] of centres.entries()) {
    for (const [row, distance] of distancesTo(centre, x, squares).entries()) {
      if (distance >= (nearest[row] ?? 0)) continue;
      nearest[row] = distance;
      labels[row] = label;
    }
  }
  return labels;
}

function distancesTo(centre: Float64Array, x: SparseRows, squares: Float64Array): Float64Array {
  const own = sum(centre.map((value) => value * value));
  const products = multiplyRows(x, centre);
  return products.map((product, row) => Math.max(0, (squares[row] ?? 0) + own - 2 * product));
}

function meansOf(
  x: SparseRows,
  weights: Float64Array,
  labels: Int32Array,
  centres: readonly Float64Array[],
): Float64Array[] {
  const totals = new Float64Array(centres.length);
  for (const [row, label] of labels.entries())
    totals[label] = (totals[label] ?? 0) + (weights[row] ?? 0);
  const means = centres.map((centre, label) =>
    (totals[label] ?? 0) > 0 ? new Float64Array(x.width) : centre,
  );
  for (const [row, label] of labels.entries()) {
    const share = (weights[row] ?? 0) / (totals[label] ?? 1);
    const mean = means[label];
    const { columns, values } = rowOf(x, row);
    for (const [at, column] of columns.entries())
      if (mean) mean[column] = (mean[column] ?? 0) + share * (values[at] ?? 0);
  }
  return means;
}

function squaresOf(x: SparseRows): Float64Array {
  return Float64Array.from({ length: rowCount(x) }, (_, row) => squaredNorm(rowOf(x, row)));
}

function denseRow(x: SparseRows, row: number): Float64Array {
  const dense = new Float64Array(x.width);
  const { columns, values } = rowOf(x, row);
  for (const [at, column] of columns.entries()) dense[column] = values[at] ?? 0;
  return dense;
}

function sparseVector(dense: Float64Array) {
  const columns = Int32Array.from(dense.keys()).filter((column) => dense[column] !== 0);
  return { columns, values: dense.filter((value) => value !== 0) };
}
