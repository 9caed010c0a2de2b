/**
 * A graph of nodes numbered from 0. The edges of node `n` lead to `targets[starts[n]]` …
 * `targets[starts[n + 1] - 1]`.
 */
export interface Graph {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/** Edges that close a cycle. */
interface Cycles {
  /**
   * Number of such edges in a search from the first node on; without them the graph has no cycle.
   */
  readonly count: number;
  /** The nodes of the first few cycles in their order, the first not repeated at the end. */
  readonly examples: readonly (readonly number[])[];
}

/** Marks of nodes in a depth-first search; 0 is a node not visited yet. */
const ON_PATH = 1;
const DONE = 2;

/** Finds cycles by a depth-first search, in time and memory linear in nodes and edges. */
export function findCycles({ starts, targets }: Graph, maxExamples: number): Cycles {
  const size = starts.length - 1;
  const marks = new Uint8Array(size);
  const nextEdge = starts.slice();
  const examples: number[][] = [];
  let count = 0;
  // The path is kept here and not on the call stack: an ontology may be a chain of a million
  // concepts.
  const path: number[] = [];
  for (let root = 0; root < size; root += 1) {
    if (marks[root] === 0) path.push(root);
    while (path.length > 0) {
      const node = path.at(-1) ?? root;
      marks[node] = ON_PATH;
      const edge = nextEdge[node] ?? 0;
      if (edge >= (starts[node + 1] ?? 0)) {
        marks[node] = DONE;
        path.pop();
        continue;
      }
      nextEdge[node] = edge + 1;
      const target = targets[edge] ?? 0;
      if (marks[target] === 0) path.push(target);
      if (marks[target] !== ON_PATH) continue;
      count += 1;
      if (examples.length < maxExamples) examples.push(path.slice(path.indexOf(target)));
    }
  }
  return { count, examples };
}
