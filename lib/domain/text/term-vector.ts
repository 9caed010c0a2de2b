/** Texts as weighted terms, and their similarity (TF-IDF). */
import type { SparseVector } from "../stats/vector/sparse-rows.ts";
import { stopWordsOf, wordsOf } from "./words.ts";

/** Term → weight; absent terms weigh 0. */
export type TermVector = ReadonlyMap<string, number>;

/** Returns 1 + ln(tf) for each term of a text, without the stop words of its language. */
export function termVector(text: string, language: string | undefined): TermVector {
  const stopWords = stopWordsOf(language);
  const vector = new Map<string, number>();
  for (const word of wordsOf(text)) {
    if (!stopWords.has(word)) vector.set(word, (vector.get(word) ?? 0) + 1);
  }
  for (const [term, count] of vector) vector.set(term, 1 + Math.log(count));
  return vector;
}

/** Returns the Euclidean length. */
export function norm(vector: TermVector): number {
  let squares = 0;
  for (const weight of vector.values()) squares += weight * weight;
  return Math.sqrt(squares);
}

/**
 * Returns the cosine of the angle between two vectors without negative weights, in [0,1]; 0 if one
 * is empty.
 */
export function cosine(a: TermVector, b: TermVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [term, weight] of small) dot += weight * (large.get(term) ?? 0);
  return dot === 0 ? 0 : Math.min(1, dot / (norm(a) * norm(b)));
}

/** Returns Σ factorᵢ · vectorᵢ / ‖vectorᵢ‖, without terms whose weight is not positive. */
export function combine(parts: readonly (readonly [TermVector, factor: number])[]): TermVector {
  const sum = new Map<string, number>();
  for (const [vector, factor] of parts) {
    const length = norm(vector);
    for (const [term, weight] of vector) {
      sum.set(term, (sum.get(term) ?? 0) + (factor * weight) / length);
    }
  }
  for (const [term, weight] of sum) if (weight <= 0) sum.delete(term);
  return sum;
}

/** The terms of texts that are columns. A type and not an interface, since it is stored as JSON. */
export type TfIdfSpace = {
  /** How many texts were read. */
  readonly documents: number;
  /** In code-unit order; a term's index is its column. */
  readonly terms: readonly string[];
  /** Number of texts that have each term. */
  readonly supports: readonly number[];
};

/** The rule that selects columns. */
export interface TfIdfRule {
  /** Fewest texts that must have a term, ≥ 1. */
  readonly leastSupport: number;
  /** Most columns. */
  readonly mostTerms: number;
}

/** Learns the terms that most texts have; code-unit order breaks ties. Reads one text at a time. */
export function learnTfIdf(
  texts: Iterable<TermCounts>,
  { leastSupport, mostTerms }: TfIdfRule,
): TfIdfSpace {
  const supportOf = new Map<string, number>();
  let documents = 0;
  for (const counts of texts) {
    documents += 1;
    countSupports(supportOf, counts);
  }
  const kept = [...supportOf]
    .filter(([, support]) => support >= leastSupport)
    .toSorted(([a, inA], [b, inB]) => inB - inA || compareTerms(a, b))
    .slice(0, mostTerms)
    .toSorted(([a], [b]) => compareTerms(a, b));
  return {
    documents,
    terms: kept.map(([term]) => term),
    supports: kept.map(([, support]) => support),
  };
}

/** How vectors are scaled. */
export interface VectorScale {
  /** Length of a vector whose terms are all known; 1 if left out. */
  readonly length?: number;
  /**
   * How much terms that are no columns count in the length, as terms of no text, in [0,1]; 0 if left
   * out. With 1 a text that has little in common with those learned from has a short vector.
   */
  readonly unknownShare?: number;
}

/**
 * Compiles a space to a function from a text's terms to (1 + ln tf) · idf of each; tf itself below 1.
 * The vector is scaled to `length`, or empty without a known term. The formula is idf = ln((1 +
 * documents) ÷ (1 + support)) + 1, above 0.
 */
export function compileTfIdf(
  space: TfIdfSpace,
  scale: VectorScale = {},
): (counts: TermCounts) => SparseVector {
  const columnOf = new Map(space.terms.map((term, column) => [term, column]));
  const vectorOf = compileWeights(space, scale);
  let [columns, occurrences] = [new Int32Array(0), new Float64Array(0)];
  return (counts) => {
    if (columns.length < counts.size) {
      columns = new Int32Array(2 * counts.size);
      occurrences = new Float64Array(2 * counts.size);
    }
    let size = 0;
    for (const [term, count] of counts) {
      columns[size] = columnOf.get(term) ?? NO_COLUMN;
      occurrences[size] = count;
      size += 1;
    }
    return vectorOf(columns, occurrences, size);
  };
}

/** In place of the column of a term that has none. */
export const NO_COLUMN = -1;

/**
 * Compiles a space to a function from the columns of a text's terms, {@link NO_COLUMN} for those that have none, and how
 * often each occurs, to its vector as {@link compileTfIdf} makes it. The first `size` of both count.
 */
export function compileWeights(
  { documents, supports }: Omit<TfIdfSpace, "terms">,
  { length = 1, unknownShare = 0 }: VectorScale,
): (columns: Int32Array, counts: Float64Array, size?: number) => SparseVector {
  const idf = (support: number) => Math.log((1 + documents) / (1 + support)) + 1;
  // `from` would make an object of each number.
  const rarity = new Float64Array(supports.length);
  for (let at = 0; at < rarity.length; at += 1) rarity[at] = idf(supports[at] ?? 0);
  const ofUnknown = Math.sqrt(unknownShare) * idf(0);
  // Weights of the columns of one text: a table of each text's own is most of what a vector takes.
  const weights = new Float64Array(supports.length);
  const found = new Int32Array(supports.length);
  return (columns, counts, size = columns.length) => {
    let [squares, known] = [0, 0];
    for (let at = 0; at < size; at += 1) {
      const column = columns[at] ?? NO_COLUMN;
      const count = counts[at] ?? 0;
      const frequency = count < 1 ? count : 1 + Math.log(count);
      const weight = frequency * (column === NO_COLUMN ? ofUnknown : (rarity[column] ?? 0));
      if (column !== NO_COLUMN) {
        weights[column] = weight;
        found[known] = column;
        known += 1;
      }
      squares += weight * weight;
    }
    const ascending = found.slice(0, known).sort();
    const values = new Float64Array(known);
    const factor = length / Math.sqrt(squares);
    for (let at = 0; at < known; at += 1) values[at] = (weights[ascending[at] ?? 0] ?? 0) * factor;
    return { columns: ascending, values };
  };
}

/** Compares terms by their code units: the same on every machine. */
export function compareTerms(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Term → how often it occurs, above 0; an occurrence may count in part. */
export type TermCounts = ReadonlyMap<string, number>;

/** Adds the terms of lines to counts, each occurrence as `weight`. */
export function addTerms(
  counts: Map<string, number>,
  lines: Iterable<readonly string[]>,
  weight: number,
): void {
  for (const line of lines) for (const term of line) if (term !== "") add(counts, term, weight);
}

/** Adds one text to the number of texts that have each term. */
export function countSupports(supports: Map<string, number>, counts: TermCounts): void {
  for (const term of counts.keys()) add(supports, term, 1);
}

function add(counts: Map<string, number>, term: string, weight: number): void {
  counts.set(term, (counts.get(term) ?? 0) + weight);
}

/** Number of terms in an explanation. */
const TERMS_TOLD = 3;

/** Explains a value, named by `measure`, by the terms that a page shares with the need. */
export function explainTerms(
  measure: string,
  value: number,
  shared: readonly (readonly [term: string, share: number])[],
): string {
  if (shared.length === 0) return "no query term on the page";
  const strongest = shared.toSorted((a, b) => b[1] - a[1]).slice(0, TERMS_TOLD);
  return `${measure} ${value.toFixed(3)}: ${strongest.map(([term]) => term).join(", ")}`;
}
