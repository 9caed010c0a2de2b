/** L, lower triangular, with L·Lᵀ a symmetric matrix. */
export interface CholeskyFactor {
  readonly order: number;
  /** Row-major; values above the diagonal are undefined. */
  readonly lower: Float64Array;
}

/**
 * Rows processed together: one read of an earlier row serves them all, six times as fast for a
 * large matrix.
 */
const ROWS_AT_A_TIME = 4;

/**
 * Factors a positive definite matrix row by row; only its lower triangle (row-major) is read (Golub
 * & Van Loan 2013, algorithm 4.2.1). A matrix whose eigenvalues are at least `leastPivot` > 0 has
 * no pivot below it. A pivot that rounding made smaller is raised to it. Takes order³/3 steps, and
 * overwrites the array.
 */
export function factorCholesky(
  matrix: Float64Array,
  order: number,
  leastPivot: number,
): CholeskyFactor {
  for (let first = 0; first < order; first += ROWS_AT_A_TIME) {
    const end = Math.min(first + ROWS_AT_A_TIME, order);
    if (end - first === ROWS_AT_A_TIME) {
      for (let column = 0; column < first; column += 1) fillFour(matrix, order, first, column);
    }
    const done = end - first === ROWS_AT_A_TIME ? first : 0;
    for (let row = first; row < end; row += 1) {
      for (let column = done; column < row; column += 1)
        matrix[row * order + column] =
          rest(matrix, order, row, column) / (matrix[column * (order + 1)] ?? 1);
      const pivot = rest(matrix, order, row, row);
      matrix[row * (order + 1)] = Math.sqrt(Math.max(pivot, leastPivot));
    }
  }
  return { order, lower: matrix };
}

/** Computes L in one column of four rows, after all columns before it. */
function fillFour(matrix: Float64Array, order: number, row: number, column: number): void {
  const other = column * order;
  const a = row * order;
  const b = a + order;
  const c = b + order;
  const d = c + order;
  let inA = matrix[a + column] ?? 0;
  let inB = matrix[b + column] ?? 0;
  let inC = matrix[c + column] ?? 0;
  let inD = matrix[d + column] ?? 0;
  for (let before = 0; before < column; before += 1) {
    const value = matrix[other + before] ?? 0;
    inA -= value * (matrix[a + before] ?? 0);
    inB -= value * (matrix[b + before] ?? 0);
    inC -= value * (matrix[c + before] ?? 0);
    inD -= value * (matrix[d + before] ?? 0);
  }
  const pivot = matrix[other + column] ?? 1;
  matrix[a + column] = inA / pivot;
  matrix[b + column] = inB / pivot;
  matrix[c + column] = inC / pivot;
  matrix[d + column] = inD / pivot;
}

/** Returns an element less the products of the columns before it. */
function rest(matrix: Float64Array, order: number, row: number, column: number): number {
  const [at, other] = [row * order, column * order];
  let left = matrix[at + column] ?? 0;
  for (let before = 0; before < column; before += 1)
    left -= (matrix[at + before] ?? 0) * (matrix[other + before] ?? 0);
  return left;
}

/** Returns x of L·Lᵀ·x = b, in order² steps. */
export function solveCholesky(factor: CholeskyFactor, b: Float64Array): Float64Array {
  const { order, lower } = factor;
  const x = solveLower(factor, b);
  for (let row = order - 1; row >= 0; row -= 1) {
    const value = (x[row] ?? 0) / (lower[row * order + row] ?? 1);
    x[row] = value;
    for (let column = 0; column < row; column += 1)
      x[column] = (x[column] ?? 0) - value * (lower[row * order + column] ?? 0);
  }
  return x;
}

/**
 * Returns the diagonal of the inverse of L·Lᵀ in a sixth of the time of all of it: the squares of each column of L⁻¹,
 * summed.
 */
export function inverseDiagonal({ lower, order }: CholeskyFactor): Float64Array {
  const column = new Float64Array(order);
  return new Float64Array(order).map((_, at) => {
    let squares = 0;
    for (let row = at; row < order; row += 1) {
      const start = row * order;
      let sum = row === at ? 1 : 0;
      for (let before = at; before < row; before += 1)
        sum -= (lower[start + before] ?? 0) * (column[before] ?? 0);
      const value = sum / (lower[start + row] ?? 1);
      column[row] = value;
      squares += value * value;
    }
    return squares;
  });
}

/** Returns the inverse of L·Lᵀ, row-major with both triangles, in order³ steps. */
export function invertCholesky(factor: CholeskyFactor): Float64Array {
  const { order } = factor;
  const inverse = new Float64Array(order * order);
  for (let column = 0; column < order; column += 1) {
    const unit = new Float64Array(order);
    unit[column] = 1;
    inverse.set(solveCholesky(factor, unit), column * order);
  }
  return inverse;
}

/** Returns x of L·x = b. */
function solveLower({ order, lower }: CholeskyFactor, b: Float64Array): Float64Array {
  const x = new Float64Array(order);
  for (let row = 0; row < order; row += 1) {
    let left = b[row] ?? 0;
    for (let column = 0; column < row; column += 1)
      left -= (lower[row * order + column] ?? 0) * (x[column] ?? 0);
    x[row] = left / (lower[row * order + row] ?? 1);
  }
  return x;
}

/** A·x = b, with A symmetric and positive definite. */
interface LinearSystem {
  /** Returns A·v in a new array, or the same array at each call. */
  readonly multiply: (v: Float64Array) => Float64Array;
  /** Diagonal of A, without zeros. */
  readonly diagonal: Float64Array;
  readonly b: Float64Array;
}

/** The stopping rule. */
interface Accuracy {
  /** Greatest ‖b − A·x‖ as a part of ‖b‖, in (0,1). */
  readonly tolerance: number;
  readonly maxSteps: number;
}

/**
 * Solves a system by conjugate gradients from x = 0 (Golub & Van Loan 2013, algorithm 11.5.1). The
 * diagonal is the preconditioner. Columns of rare and common words have very different scales, and
 * such a system then takes far fewer steps.
 */
export function conjugateGradients(system: LinearSystem, accuracy: Accuracy): Float64Array {
  const { multiply, diagonal, b } = system;
  const x = new Float64Array(b.length);
  const residual = b.slice();
  // Numbers in closures and in arrays made at each step were a twelfth of what a crawl allocates.
  const next = new Float64Array(b.length);
  const scaleResidual = (): void => {
    for (let at = 0; at < next.length; at += 1)
      next[at] = (residual[at] ?? 0) / (diagonal[at] ?? 1);
  };
  const enough = accuracy.tolerance ** 2 * product(b, b);
  scaleResidual();
  const direction = next.slice();
  let power = product(residual, direction);
  for (let step = 0; step < accuracy.maxSteps; step += 1) {
    if (product(residual, residual) <= enough) break;
    const image = multiply(direction);
    const stride = power / product(direction, image);
    addTimes(x, stride, direction);
    addTimes(residual, -stride, image);
    scaleResidual();
    const nextPower = product(residual, next);
    const turn = nextPower / power;
    for (let at = 0; at < x.length; at += 1)
      direction[at] = (next[at] ?? 0) + turn * (direction[at] ?? 0);
    power = nextPower;
  }
  return x;
}

/** Returns a·b. */
export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Adds `factor` · `other` to `vector`. */
export function addTimes(vector: Float64Array, factor: number, other: Float64Array): void {
  for (let at = 0; at < vector.length; at += 1)
    vector[at] = (vector[at] ?? 0) + factor * (other[at] ?? 0);
}
