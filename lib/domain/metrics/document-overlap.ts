import { norm, type TermVector } from "../text/term-vector.ts";

/** Two documents are near from this cosine on (Xu, Yoon & Tourassi 2014). */
const NEAR = 0.9;
/** More than a cosine is off by, so that two are near that just are. */
const ROUNDING = 1e-9;

/** The documents that have a term, and what it weighs in each, of a document of length 1. */
interface Posting {
  readonly documents: number[];
  readonly weights: number[];
}

/**
 * Share of the documents of two crawls that have a near document in the other one, in [0,1], duplicates
 * counted as often as they come; 0 without documents. By an inverted index: takes the time of the terms
 * that pairs of documents share, not of all pairs of vectors.
 */
export function documentOverlap(
  first: readonly TermVector[],
  second: readonly TermVector[],
): number {
  const index = indexOf(second);
  const isNear = new Uint8Array(second.length);
  const cosines = new Float64Array(second.length);
  let near = 0;
  for (const vector of first) {
    cosines.fill(0);
    addCosines(vector, index, cosines);
    let hasNear = false;
    for (const [document, cosine] of cosines.entries()) {
      if (cosine < NEAR - ROUNDING) continue;
      hasNear = true;
      isNear[document] = 1;
    }
    if (hasNear) near += 1;
  }
  const all = first.length + second.length;
  return all === 0 ? 0 : isNear.reduce((sum, one) => sum + one, near) / all;
}

function indexOf(vectors: readonly TermVector[]): Map<string, Posting> {
  const index = new Map<string, Posting>();
  for (const [document, vector] of vectors.entries()) {
    const length = norm(vector);
    for (const [term, weight] of vector) {
      const posting = index.get(term) ?? { documents: [], weights: [] };
      posting.documents.push(document);
      posting.weights.push(weight / length);
      index.set(term, posting);
    }
  }
  return index;
}

/** Adds to each indexed document its cosine with a vector. */
function addCosines(
  vector: TermVector,
  index: ReadonlyMap<string, Posting>,
  cosines: Float64Array,
): void {
  const length = norm(vector);
  for (const [term, weight] of vector) {
    const { documents = [], weights = [] } = index.get(term) ?? {};
    const share = weight / length;
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at] ?? 0;
      cosines[document] = (cosines[document] ?? 0) + share * (weights[at] ?? 0);
    }
  }
}
