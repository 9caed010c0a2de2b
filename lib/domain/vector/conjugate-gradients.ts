import { addTimes, product } from "./dense-products.ts";

/** A·x = b, with A symmetric and positive definite. */
export interface LinearSystem {
  /** Returns A·v in a new array, or the same array at each call. */
  readonly multiply: (v: Float64Array) => Float64Array;
  /** Diagonal of A, without zeros. */
  readonly diagonal: Float64Array;
  readonly b: Float64Array;
}

/** The stopping rule. */
export interface Accuracy {
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
  const scaled = (v: Float64Array) => v.map((value, at) => value / (diagonal[at] ?? 1));
  const enough = accuracy.tolerance ** 2 * product(b, b);
  const direction = scaled(residual);
  let power = product(residual, direction);
  for (let step = 0; step < accuracy.maxSteps; step += 1) {
    if (product(residual, residual) <= enough) break;
    const image = multiply(direction);
    const stride = power / product(direction, image);
    addTimes(x, stride, direction);
    addTimes(residual, -stride, image);
    const next = scaled(residual);
    const nextPower = product(residual, next);
    const turn = nextPower / power;
    for (let at = 0; at < x.length; at += 1)
      direction[at] = (next[at] ?? 0) + turn * (direction[at] ?? 0);
    power = nextPower;
  }
  return x;
}
