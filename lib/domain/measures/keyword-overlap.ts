import { detach } from "../text/detach.ts";

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
