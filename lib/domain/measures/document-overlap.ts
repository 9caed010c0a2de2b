/** How far two collections are the same: documents, key phrases and sets. */
import { columnsOf, type SparseColumns } from "../stats/vector/columns.ts";
import {
  rowCount,
  rowOf,
  type SparseRows,
  type SparseVector,
  sparseRows,
  squaredNorm,
} from "../stats/vector/sparse-rows.ts";
import { detach } from "../text/safe-text.ts";

/** Least cosine of near documents (Xu, Yoon & Tourassi 2014). */
const NEAR = 0.9;
/** Upper bound of a cosine's rounding error, so that two documents at the limit count as near. */
const ROUNDING = 1e-9;
/** Below this cosine two documents are not near, whatever the rounding error. */
const SURELY_FAR = NEAR - 2 * ROUNDING;

/**
 * Returns the share of the documents of two crawls that have a near document in the other one, in
 * [0,1]. Duplicates count as often as they occur; 0 without documents. Rows are documents by their
 * terms without negative weights; columns are the same terms in both.
 *
 * Only documents that share one of their rarest terms are compared. Without these the rest is too
 * short for a cosine of 0.9 (prefix filtering; Bayardo, Ma & Srikant 2007). Two documents that are
 * both known to have a near one are not compared either.
 */
export function documentOverlap(first: SparseRows, second: SparseRows): number {
  const [ours, theirs] = unitRowsByRarity(first, second);
  const search = new NearSearch(theirs);
  let near = 0;
  for (let row = 0; row < rowCount(ours); row += 1) if (search.find(rowOf(ours, row))) near += 1;
  const all = rowCount(ours) + rowCount(theirs);
  return all === 0 ? 0 : (near + search.found) / all;
}

/** A search for the documents of a set that are near one of the queries. */
class NearSearch {
  /** Number of near documents found. */
  found = 0;
  readonly #rows: SparseRows;
  /** Documents by their rarest terms. */
  readonly #index: SparseColumns;
  /** The same without those known to be near, as far as it was read since: first of each column. */
  readonly #open: Int32Array;
  readonly #openEnds: Int32Array;
  readonly #isNear: Uint8Array;
  /** The last search that compared each document. */
  readonly #comparedIn: Int32Array;
  #searches = 0;
  /** Weights of the query document. */
  readonly #weights: Float64Array;

  constructor(rows: SparseRows) {
    this.#rows = rows;
    const documents = Array.from({ length: rowCount(rows) }, (_, row) => rarest(rowOf(rows, row)));
    this.#index = columnsOf(sparseRows(documents, rows.width));
    this.#open = this.#index.rows.slice();
    this.#openEnds = this.#index.starts.slice(1);
    this.#isNear = new Uint8Array(rowCount(rows));
    this.#comparedIn = new Int32Array(rowCount(rows));
    this.#weights = new Float64Array(rows.width);
  }

  /**
   * Records the documents near this one that are not known yet; returns whether there are any near
   * ones.
   */
  find(document: SparseVector): boolean {
    this.#searches += 1;
    for (const [at, column] of document.columns.entries())
      this.#weights[column] = document.values[at] ?? 0;
    const { columns } = rarest(document);
    const isFound = columns.some((column) => this.#hasNear(column));
    if (isFound) for (const column of columns) this.#findOpen(column);
    for (const column of document.columns) this.#weights[column] = 0;
    return isFound;
  }

  /** Returns whether a document with the term is near. */
  #hasNear(column: number): boolean {
    const { starts, rows } = this.#index;
    for (let at = starts[column] ?? 0; at < (starts[column + 1] ?? 0); at += 1)
      if (this.#compare(rows[at] ?? 0)) return true;
    return false;
  }

  /** Finds all documents with the term that are near and not known to be. */
  #findOpen(column: number): void {
    const end = this.#openEnds[column] ?? 0;
    let kept = this.#index.starts[column] ?? 0;
    for (let at = kept; at < end; at += 1) {
      const row = this.#open[at] ?? 0;
      if (this.#isNear[row] === 1 || this.#compare(row)) continue;
      this.#open[kept] = row;
      kept += 1;
    }
    this.#openEnds[column] = kept;
  }

  /** Returns whether a document is near, unless it was compared before in this search. */
  #compare(row: number): boolean {
    if (this.#comparedIn[row] === this.#searches) return false;
    this.#comparedIn[row] = this.#searches;
    if (!this.#isNearBy(row)) return false;
    if (this.#isNear[row] === 0) this.found += 1;
    this.#isNear[row] = 1;
    return true;
  }

  /**
   * Adds up the cosine from the rarest terms on, as long as the rest of the row could still make it
   * near.
   */
  #isNearBy(row: number): boolean {
    const { starts, columns, values } = this.#rows;
    let [cosine, rest] = [0, 1];
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const value = values[at] ?? 0;
      cosine += value * (this.#weights[columns[at] ?? 0] ?? 0);
      rest -= value * value;
      const lack = SURELY_FAR - cosine;
      if (lack > 0 && lack * lack > rest) return false;
    }
    return cosine >= NEAR - ROUNDING;
  }
}

/** Returns the first terms of a document: as many as needed for the rest to be too short. */
function rarest({ columns, values }: SparseVector): SparseVector {
  let rest = 0;
  let last = values.length - 1;
  for (; last >= 0; last -= 1) {
    rest += (values[last] ?? 0) ** 2;
    if (rest >= SURELY_FAR ** 2) break;
  }
  return { columns: columns.subarray(0, last + 1), values: values.subarray(0, last + 1) };
}

/**
 * Returns the rows of two matrices with columns of the same meaning, each row scaled to length 1.
 * The columns are numbered again, the columns with entries in the fewest rows of both first. Takes
 * the time of sorting columns and rows.
 */
export function unitRowsByRarity(
  first: SparseRows,
  second: SparseRows,
): readonly [SparseRows, SparseRows] {
  const width = Math.max(first.width, second.width);
  const ranks = rarityRanks([first, second], width);
  const ranked = (x: SparseRows) => {
    const rows = Array.from({ length: rowCount(x) }, (_, row) => unitRow(rowOf(x, row), ranks));
    return sparseRows(rows, width);
  };
  return [ranked(first), ranked(second)];
}

/** Returns for each column its rank when the columns with the fewest rows come first. */
function rarityRanks(matrices: readonly SparseRows[], width: number): Int32Array {
  const holders = new Int32Array(width);
  for (const x of matrices)
    for (const column of x.columns) holders[column] = (holders[column] ?? 0) + 1;
  const order = Int32Array.from(holders.keys()).sort(
    (a, b) => (holders[a] ?? 0) - (holders[b] ?? 0) || a - b,
  );
  const ranks = new Int32Array(width);
  for (const [rank, column] of order.entries()) ranks[column] = rank;
  return ranks;
}

function unitRow(row: SparseVector, ranks: Int32Array): SparseVector {
  const rankAt = row.columns.map((column) => ranks[column] ?? 0);
  const order = Int32Array.from(rankAt.keys()).sort((a, b) => (rankAt[a] ?? 0) - (rankAt[b] ?? 0));
  const length = Math.sqrt(squaredNorm(row));
  return {
    columns: order.map((at) => rankAt[at] ?? 0),
    values: Float64Array.from(order, (at) => (row.values[at] ?? 0) / length),
  };
}

/** A keyword of a document, and its number of occurrences there. */
interface CountedKeyword {
  readonly phrase: string;
  readonly count: number;
}

/** Keywords of two crawls, best first, each list at most as long as requested. */
export interface KeywordLists {
  /** Among the top keywords of both, in the order of the first. */
  readonly common: readonly string[];
  /** Among the top keywords of one, and nowhere in the documents of the other. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

interface Counts {
  occurrences: number;
  documents: number;
}

interface Ranked {
  readonly phrase: string;
  readonly worth: number;
}

/** The keywords of the documents of one crawl, added one document at a time. */
export class KeywordTally {
  readonly #counts = new Map<string, Counts>();
  #documents = 0;

  /** Adds a document by its keywords, each given once. */
  add(keywords: Iterable<CountedKeyword>): void {
    this.#documents += 1;
    for (const { phrase, count } of keywords) {
      const counts = this.#counts.get(phrase);
      if (counts === undefined) {
        this.#counts.set(detach(phrase), { occurrences: count, documents: 1 });
      } else {
        counts.occurrences += count;
        counts.documents += 1;
      }
    }
  }

  /** The number of distinct keywords. */
  get size(): number {
    return this.#counts.size;
  }

  /** Returns whether any document has the keyword. */
  has(phrase: string): boolean {
    return this.#counts.has(phrase);
  }

  /**
   * Returns the `most` keywords of highest tf · ln(documents ÷ df), best first, equal ones in code
   * unit order.
   */
  top(most: number): readonly string[] {
    let best: readonly Ranked[] = [];
    let met: Ranked[] = [];
    let least = Number.NEGATIVE_INFINITY;
    for (const [phrase, { occurrences, documents }] of this.#counts) {
      const worth = occurrences * Math.log(this.#documents / documents);
      if (worth < least) continue;
      // Cut now and then: sorting all keywords of a crawl for a few would cost too much.
      if (met.push({ phrase, worth }) < most) continue;
      best = bestOf([...best, ...met], most);
      met = [];
      least = best.at(-1)?.worth ?? least;
    }
    return bestOf([...best, ...met], most).map(({ phrase }) => phrase);
  }
}

function bestOf(ranked: readonly Ranked[], most: number): readonly Ranked[] {
  return ranked
    .toSorted((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, most);
}

/**
 * Returns the share of the top `most` keywords of two crawls that both have, in [0,1] (Xu, Yoon &
 * Tourassi 2014). For lists of different length the longer one counts. It is 0 when neither has
 * any.
 */
export function keywordOverlap(first: KeywordTally, second: KeywordTally, most: number): number {
  const [ours, theirs] = [new Set(first.top(most)), new Set(second.top(most))];
  const length = Math.max(ours.size, theirs.size);
  return length === 0 ? 0 : ours.intersection(theirs).size / length;
}

/**
 * Returns the keywords common to two crawls, and those of only one, among the top `most` of each.
 */
export function keywordLists(
  first: KeywordTally,
  second: KeywordTally,
  most: number,
): KeywordLists {
  const [ours, theirs] = [first.top(most), second.top(most)];
  const shared = new Set(theirs);
  return {
    common: ours.filter((phrase) => shared.has(phrase)),
    onlyFirst: ours.filter((phrase) => !second.has(phrase)),
    onlySecond: theirs.filter((phrase) => !first.has(phrase)),
  };
}

/**
 * Returns the Jaccard index of two sets, such as the hosts or pages of two crawls, in [0,1]; 0 when
 * both are empty.
 */
export function setOverlap<Item>(first: ReadonlySet<Item>, second: ReadonlySet<Item>): number {
  const both = first.intersection(second).size;
  const either = first.size + second.size - both;
  return either === 0 ? 0 : both / either;
}
