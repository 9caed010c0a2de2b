import { stopWordsOf } from "./stop-words.ts";
import { wordsOf } from "./words.ts";

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
