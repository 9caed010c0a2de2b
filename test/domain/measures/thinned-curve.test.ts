import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ThinnedCurve } from "../../../lib/domain/measures/harvest-rate.ts";

function thinned(length: number, most: number): readonly number[] {
  const curve = new ThinnedCurve<number>(most);
  for (let index = 0; index < length; index += 1) curve.add(index);
  return curve.points();
}

describe("a thinned curve", () => {
  it("A thinned curve keeps all points of a short curve", () => {
    assert.deepEqual(thinned(0, 4), []);
    assert.deepEqual(thinned(4, 4), [0, 1, 2, 3]);
  });

  it("A thinned curve keeps every second, fourth … point of a longer one, and the last", () => {
    assert.deepEqual(thinned(6, 4), [0, 2, 4, 5]);
    assert.deepEqual(thinned(8, 4), [0, 2, 4, 6, 7]);
    assert.deepEqual(thinned(11, 4), [0, 4, 8, 10]);
  });

  it("A thinned curve is bounded, evenly spaced and complete, whatever its length", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 2, max: 60 }),
        (n, most) => {
          const points = thinned(n, most);
          assert.ok(points.length <= most + 1 && points.length >= Math.min(n, most / 2));
          assert.deepEqual([points[0], points.at(-1)], [0, n - 1]);
          const steps = points.slice(1, -1).map((point, index) => point - (points[index] ?? 0));
          assert.ok(new Set(steps).size <= 1);
        },
      ),
      { seed: 1 },
    );
  });
});
