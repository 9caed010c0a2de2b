import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findCycles, type Graph } from "../../../../lib/domain/methods/ontology/concept-set.ts";

type Edge = readonly [number, number];

function graphOf(size: number, edges: readonly Edge[]): Graph {
  const from = (node: number) => edges.filter(([start]) => start === node).map(([, end]) => end);
  const lists = Array.from({ length: size }, (_, node) => from(node));
  const starts = [0, ...lists.map((_, node) => lists.slice(0, node + 1).flat().length)];
  return { starts: Int32Array.from(starts), targets: Int32Array.from(lists.flat()) };
}

describe("findCycles", () => {
  for (const [name, size, edges, count, examples] of [
    ["nothing in nothing", 0, [], 0, []],
    [
      "nothing in a chain",
      3,
      [
        [0, 1],
        [1, 2],
      ],
      0,
      [],
    ],
    [
      "nothing where two ways meet",
      4,
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
      ],
      0,
      [],
    ],
    [
      "two that lead to each other",
      2,
      [
        [0, 1],
        [1, 0],
      ],
      1,
      [[0, 1]],
    ],
    [
      "a circle behind a way to it",
      4,
      [
        [0, 2],
        [2, 1],
        [1, 3],
        [3, 2],
      ],
      1,
      [[2, 1, 3]],
    ],
    ["a node that leads to itself", 1, [[0, 0]], 1, [[0]]],
    [
      "each edge that closes a circle",
      3,
      [
        [0, 1],
        [1, 0],
        [1, 2],
        [2, 0],
      ],
      2,
      [
        [0, 1],
        [0, 1, 2],
      ],
    ],
  ] as readonly [string, number, readonly Edge[], number, number[][]][]) {
    it(`findCycles finds ${name}`, () => {
      assert.deepEqual(findCycles(graphOf(size, edges), 9), { count, examples });
    });
  }

  it("findCycles gives no more examples than requested, but counts all cycles", () => {
    const edges: Edge[] = [0, 2, 4].flatMap((node) => [
      [node, node + 1],
      [node + 1, node],
    ]);
    const { count, examples } = findCycles(graphOf(6, edges), 2);
    assert.deepEqual([count, examples.length], [3, 2]);
  });

  it("findCycles handles a chain of a million nodes", () => {
    const size = 1_000_000;
    const starts = Int32Array.from({ length: size + 1 }, (_, node) => Math.min(node, size - 1));
    const targets = Int32Array.from({ length: size - 1 }, (_, node) => node + 1);
    assert.equal(findCycles({ starts, targets }, 1).count, 0);
  });

  it("findCycles finds cycles exactly where removing end nodes leaves some, and gives real examples", () => {
    const size = 6;
    const node = fc.nat({ max: size - 1 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(node, node), { selector: String, maxLength: 12 }),
        (edges) => {
          const { count, examples } = findCycles(graphOf(size, edges), 99);
          let left: readonly Edge[] = edges;
          for (let round = 0; round < size; round += 1) {
            const all = left;
            left = all.filter(([, end]) => all.some(([start]) => start === end));
          }
          assert.equal(count > 0, left.length > 0);
          assert.equal(examples.length, count);
          for (const nodes of examples) {
            nodes.forEach((start, index) => {
              const end = nodes[(index + 1) % nodes.length];
              assert.ok(edges.some((edge) => edge[0] === start && edge[1] === end));
            });
          }
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });
});
