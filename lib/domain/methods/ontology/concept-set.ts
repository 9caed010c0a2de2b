/** The concepts of an ontology and those of a topic, and cycles among concepts. */
import { foldWords } from "../../text/word-scanner.ts";

/**
 * The relation of a term to the topic. `exact` is the topic's own name, `synonym` another name of
 * it. `partial` is a broader concept (Kayışoğlu's PAR), `context` a related or sibling concept.
 * `narrower` is a narrower one, `own` a term from the user.
 */
export type Relation = "exact" | "synonym" | "partial" | "context" | "narrower" | "own";

/**
 * Most steps around a topic from which terms are taken: as far as cousins that share a
 * great-grandparent. Strategies weigh the distant ones by their distance, or ignore them.
 */
export const REACH = 6;

/** A term that indicates the topic. */
export interface ConceptTerm {
  readonly term: string;
  /**
   * Written in capitals, or spelled by the initials of another term of its concept; never reduced
   * to a singular.
   */
  readonly isAcronym: boolean;
  readonly relation: Relation;
  /**
   * Steps through the ontology from the topic's concept, by the shortest way: 0 for the topic's own
   * terms.
   */
  readonly distance: number;
  /** Whether it is its concept's preferred term, or the topic itself. */
  readonly isName: boolean;
  /** Id of the concept it names; `""` for the user's own terms. */
  readonly concept: string;
  /** Set by the user for their own term; a strategy weighs the others by relation or distance. */
  readonly weight: number | undefined;
}

/**
 * A topic with all related terms of an ontology; each folded term once, under its strongest
 * relation.
 */
export interface ConceptSet {
  readonly topic: string;
  readonly terms: readonly ConceptTerm[];
}

/**
 * The weight of one occurrence of a term by its relation to the topic, without a unit. It follows
 * Kayışoğlu (2005), which has no narrower concepts; they weigh as much as broader ones at the same
 * distance. A user's own term weighs as much as the topic.
 */
export const DEFAULT_RELATION_WEIGHTS: Readonly<Record<Relation, number>> = {
  exact: 15,
  own: 15,
  synonym: 12,
  partial: 8,
  narrower: 8,
  context: 5,
};

/** One meaning of an ontology, with its terms and the concepts it is related to. */
export interface Concept {
  /** As written in the ontology: `D053206`, `DOID:8469`, an IRI. */
  readonly id: string;
  /** The preferred term. */
  readonly name: string;
  /** Other terms of the same meaning; never the name. */
  readonly synonyms: readonly string[];
  /** Ids of the concepts one step up, one step down, and otherwise related. */
  readonly broader: readonly string[];
  readonly narrower: readonly string[];
  readonly related: readonly string[];
}

/** One fact of an ontology file; facts may come in any order, and more than once. */
export type OntologyFact =
  | { readonly kind: "synonym"; readonly concept: string; readonly term: string }
  /**
   * The name of the lowest rank is kept, the first of equals; 0 if not given. The others become
   * synonyms.
   */
  | {
      readonly kind: "name";
      readonly concept: string;
      readonly term: string;
      readonly rank?: number;
    }
  /** `concept` is a kind or part of `other`; or the two are related. */
  | { readonly kind: "broader" | "related"; readonly concept: string; readonly other: string };

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

/** `enuresis, nocturnal`: one comma with a space after it, as catalogues write terms noun first. */
const INVERTED = /^([^,]+), ([^,]+)$/;

/** Returns the key of a term: its folded words. Terms of one key are the same to a reader. */
export function termKey(term: string): string {
  return foldWords(term).join(" ");
}

/**
 * Returns the key of a term written noun first, in spoken order; `undefined` for any other term.
 */
export function spokenKey(term: string): string | undefined {
  const [, noun, quality] = INVERTED.exec(term) ?? [];
  return noun === undefined || quality === undefined ? undefined : termKey(`${quality} ${noun}`);
}
