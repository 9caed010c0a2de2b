import { detach } from "../page/detach.ts";

/** A keyword of a document, and how often it stands there. */
export interface CountedKeyword {
  readonly phrase: string;
  readonly count: number;
}

/** Keywords of two crawls, best first, each list as long as was asked for or shorter. */
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

/** The keywords of the documents of one crawl, as they come in. */
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

  /** Number of distinct keywords. */
  get size(): number {
    return this.#counts.size;
  }

  /** Whether any document has the keyword. */
  has(phrase: string): boolean {
    return this.#counts.has(phrase);
  }

  /** The `most` keywords of highest tf · ln(documents ÷ df), best first, equal ones in code unit order. */
  top(most: number): readonly string[] {
    let best: readonly Ranked[] = [];
    let met: Ranked[] = [];
    let least = Number.NEGATIVE_INFINITY;
    for (const [phrase, { occurrences, documents }] of this.#counts) {
      const worth = occurrences * Math.log(this.#documents / documents);
      if (worth < least) continue;
      // Cut now and then: all of a crawl's keywords are too many to be sorted for a few.
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
 * Share of the top `most` keywords of two crawls that both have, in [0,1] (Xu, Yoon & Tourassi 2014); of
 * lists of different length the longer one counts. 0 where neither has any.
 */
export function keywordOverlap(first: KeywordTally, second: KeywordTally, most: number): number {
  const [ours, theirs] = [new Set(first.top(most)), new Set(second.top(most))];
  const length = Math.max(ours.size, theirs.size);
  return length === 0 ? 0 : ours.intersection(theirs).size / length;
}

/** What two crawls have in common, and what only one has, among the top `most` keywords of each. */
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
