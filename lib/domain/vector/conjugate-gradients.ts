import { addTimes, product } from "./dense-products.ts";

/** A·x = b, with A symmetric and positive definite. */
export interface LinearSystem {
  /** Gives A·v in a new array, or the same at each call. */
  readonly multiply: (v: Float64Array) => Float64Array;
  /** Of A; none of it 0. */
  readonly diagonal: Float64Array;
  readonly b: Float64Array;
}

/** When to stop. */
export interface Accuracy {
  /** Where ‖b − A·x‖ is to be at most this part of ‖b‖, in (0,1). */
  readonly tolerance: number;
  readonly maxSteps: number;
}

/**
 * Solves by conjugate gradients, preconditioned by the diagonal (Golub & Van Loan 2013, algorithm 11.5.1),
 * from x = 0: a system whose columns are of very different scale, as those of rare and common words, takes
 * far fewer steps so.
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
