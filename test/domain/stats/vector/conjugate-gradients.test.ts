import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { conjugateGradients } from "../../../../lib/domain/stats/vector/linear-solvers.ts";
import { assertNear } from "../../../contract/learner.ts";

/** The system of a symmetric matrix, row-major. */
const systemOf = (matrix: readonly number[], b: readonly number[]) => {
  const order = b.length;
  return {
    multiply: (v: Float64Array) =>
      v.map((_, row) => v.reduce((sum, x, at) => sum + x * (matrix[row * order + at] ?? 0), 0)),
    diagonal: Float64Array.from(b, (_, row) => matrix[row * (order + 1)] ?? 0),
    b: Float64Array.from(b),
  };
};

describe("conjugate gradients", () => {
  it("Conjugate gradients solve the well-known example of two steps", () => {
    const x = conjugateGradients(systemOf([4, 1, 1, 3], [1, 2]), { tolerance: 1e-9, maxSteps: 2 });
    assertNear(x[0] ?? 0, 1 / 11);
    assertNear(x[1] ?? 0, 7 / 11);
  });

  it("Conjugate gradients solve a diagonal system in one step, whatever its scales", () => {
    const system = systemOf([1e6, 0, 0, 0, 1, 0, 0, 0, 1e-6], [1e6, 2, 3e-6]);
    const x = conjugateGradients(system, { tolerance: 1e-12, maxSteps: 1 });
    for (const [at, wanted] of [1, 2, 3].entries()) assertNear(x[at] ?? 0, wanted);
  });

  it("Conjugate gradients stop when they are close enough", () => {
    let steps = 0;
    const system = systemOf([4, 1, 1, 3], [1, 2]);
    const counted = {
      ...system,
      multiply: (v: Float64Array) => {
        steps += 1;
        return system.multiply(v);
      },
    };
    conjugateGradients(counted, { tolerance: 0.5, maxSteps: 100 });
    assert.equal(steps, 1);
    steps = 0;
    conjugateGradients(counted, { tolerance: 1e-6, maxSteps: 100 });
    assert.equal(steps, 2);
  });

  it("Conjugate gradients leave 0 when the right-hand side is 0", () => {
    const x = conjugateGradients(systemOf([4, 1, 1, 3], [0, 0]), { tolerance: 0.1, maxSteps: 9 });
    assert.deepEqual(Array.from(x), [0, 0]);
  });
});
