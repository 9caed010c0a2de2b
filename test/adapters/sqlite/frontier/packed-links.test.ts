import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { PackedLinks } from "../../../../lib/adapters/sqlite/frontier/packed-links.ts";

const PACKER = () => undefined;

type Step =
  | { readonly kind: "put"; readonly sequence: number; readonly bytes: Uint8Array }
  | { readonly kind: "drop"; readonly sequence: number }
  | { readonly kind: "begin" };

const sequences = fc.integer({ min: 1, max: 3_000 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      sequence: sequences,
      bytes: fc.uint8Array({ maxLength: 400 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("drop" as const), sequence: sequences }) },
  fc.record({ kind: fc.constant("begin" as const) }),
);

describe("PackedLinks", () => {
  it("`PackedLinks` keeps what was put of each link until it is dropped", () => {
    const property = fc.property(fc.array(steps, { maxLength: 300 }), (all) => {
      const packed = new PackedLinks();
      packed.begin(PACKER);
      const expected = new Map<number, Uint8Array>();
      for (const step of all) {
        if (step.kind === "begin") packed.begin(PACKER);
        else if (step.kind === "drop") {
          packed.drop(step.sequence);
          expected.delete(step.sequence);
        } else if (!expected.has(step.sequence)) {
          packed.put(step.sequence, step.bytes);
          expected.set(step.sequence, step.bytes);
        }
      }
      for (const [sequence, bytes] of expected)
        assert.deepEqual(Uint8Array.from(packed.get(sequence) ?? []), bytes);
      assert.equal(packed.get(4_000), undefined);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it("`PackedLinks` drops all that another packer made", () => {
    const packed = new PackedLinks();
    packed.begin(PACKER);
    packed.put(1, Uint8Array.of(1));
    packed.begin(() => undefined);
    assert.equal(packed.get(1), undefined);
  });

  it("`PackedLinks` keeps no more than it has room for, and finds room again when links are dropped", () => {
    const packed = new PackedLinks();
    packed.begin(PACKER);
    const long = new Uint8Array(60_000).fill(7);
    for (let sequence = 1; sequence <= 1_200; sequence += 1) packed.put(sequence, long);
    assert.equal(packed.get(1_200), undefined);
    for (let sequence = 1; sequence <= 1_000; sequence += 1) packed.drop(sequence);
    packed.begin(PACKER);
    packed.put(1_200, long);
    assert.equal(packed.get(1_200)?.length, 60_000);
    assert.deepEqual(Uint8Array.from(packed.get(1_001) ?? []), long);
  });
});
