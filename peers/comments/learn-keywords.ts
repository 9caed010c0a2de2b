import {
  compileKeywords,
  foldName,
  WHOLE,
  withoutNumbers,
} from "../../lib/domain/page/comments/keyword-matcher.ts";

/** A page whose truth is known. */
export interface LabelledPage {
  readonly classNames: readonly string[];
  readonly isComment: boolean;
  /** The site that made the page: its host. */
  readonly site: string;
}

/** A mined keyword and the evidence for it. */
export interface LearnedKeyword {
  readonly keyword: string;
  /**
   * Odds of the keyword on pages with comments over those on others; every site has the same
   * weight.
   */
  readonly oddsRatio: number;
  /** Pages that have it, with comments and without. */
  readonly commentPages: number;
  readonly otherPages: number;
  /** Sites with comment pages that have it. */
  readonly sites: number;
  /**
   * Share of comment pages that it adds to those of the keywords before it; every site has the same
   * weight.
   */
  readonly gain: number;
}

/** Settings of the mining. */
export interface LearnSettings {
  /** Most keywords; the paper has 25. */
  readonly count: number;
  /** Keywords used besides the learned ones: pages that they find teach nothing more. */
  readonly known?: readonly string[];
}

/**
 * Least odds ratio of a keyword. When half of the pages have comments, 20 in 21 pages with such a
 * keyword have comments.
 */
const LEAST_ODDS = 20;

/**
 * Fewest sites on which a keyword must occur, and on which it must add pages to those of known
 * keywords: a keyword of one site is the name of its theme.
 */
const LEAST_SITES = 2;

/** Share of a site's comment pages that must have a keyword for the site to count. */
const LEAST_COVERAGE = 0.05;

/** Least gain of a further keyword, as a share of comment pages: smaller gains are chance. */
const LEAST_GAIN = 0.001;

/**
 * Candidates counted exactly, the best by a rough count first; many times the length of the list.
 */
const MOST_CANDIDATES = 600;

/**
 * Mines a list of keywords from labelled pages. They are class names, and parts of them, that occur
 * on pages with comments, on several sites, and hardly elsewhere.
 *
 * Greedy set cover: each keyword is the one that adds the most comment pages less the other pages
 * it adds, until there are `count` keywords or no gain. A keyword that adds nothing is left out:
 * names such as `odd` or `photo` go with comments on the sites of one theme only. Deterministic.
 */
export function learnKeywords(
  pages: readonly LabelledPage[],
  { count, known = [] }: LearnSettings,
): LearnedKeyword[] {
  const index = new PageIndex(pages);
  let candidates = index.candidates();
  const chosen: LearnedKeyword[] = [];
  const covered = index.coveredBy(known);
  // Known keywords cover the common engines. What they leave on one site alone is its theme's.
  const leastSites = known.length === 0 ? 0 : LEAST_SITES;
  while (chosen.length < count) {
    const useful = candidates.filter(({ pages }) => index.sitesOfNew(pages, covered) >= leastSites);
    const best = bestOf(useful, (candidate) => index.gain(candidate.pages, covered));
    if (best === undefined) break;
    const { item, value } = best;
    if (value.comment - value.other < LEAST_GAIN) break;
    for (const page of item.pages) covered[page] = 1;
    candidates = candidates.filter((candidate) => !isImplied(candidate, item));
    const { keyword, oddsRatio, commentPages, otherPages, sites } = item;
    chosen.push({ keyword, oddsRatio, commentPages, otherPages, sites, gain: value.comment });
  }
  return chosen;
}

/**
 * Returns whether a candidate finds only pages that `chosen` finds, because it contains the same
 * name.
 */
function isImplied(candidate: Candidate, chosen: Candidate): boolean {
  if (candidate.keyword.includes(chosen.keyword)) return true;
  return (
    wholeOf(candidate.keyword) === wholeOf(chosen.keyword) &&
    candidate.pages.length === chosen.pages.length
  );
}

function wholeOf(keyword: string): string {
  return keyword.startsWith(WHOLE) ? keyword : WHOLE + keyword;
}

interface Candidate extends Omit<LearnedKeyword, "gain"> {
  readonly pages: readonly number[];
}

/** Share of the pages with comments, and of the others; every site has the same weight. */
interface Rates {
  readonly comment: number;
  readonly other: number;
}

/** Pages by their distinct class names. */
class PageIndex {
  readonly #pages: readonly LabelledPage[];
  readonly #sites: readonly string[];
  readonly #siteOf: Int32Array;
  readonly #comments: Float64Array;
  readonly #others: Float64Array;
  /** Distinct class name → its pages. */
  readonly #postings = new Map<string, number[]>();

  constructor(pages: readonly LabelledPage[]) {
    this.#pages = pages;
    this.#sites = [...new Set(pages.map(({ site }) => site))];
    const numbers = new Map(this.#sites.map((site, number) => [site, number]));
    this.#siteOf = Int32Array.from(pages, ({ site }) => numbers.get(site) ?? 0);
    this.#comments = new Float64Array(this.#sites.length);
    this.#others = new Float64Array(this.#sites.length);
    for (const [page, { classNames, isComment }] of pages.entries()) {
      const totals = isComment ? this.#comments : this.#others;
      add(totals, this.#siteOf[page] ?? 0);
      for (const name of new Set(classNames)) push(this.#postings, name, page);
    }
  }

  /** Returns the candidates worth a place in the list, in a fixed order. */
  candidates(): Candidate[] {
    const found = new Map<string, number[][]>();
    for (const [name, postings] of this.#postings) {
      for (const keyword of keywordCandidates(name)) push(found, keyword, postings);
    }
    const rough = [...found]
      .map(([keyword, postings]) => this.#judge(keyword, union(postings)))
      .filter((candidate) => candidate.sites >= LEAST_SITES && candidate.oddsRatio >= LEAST_ODDS)
      .sort((a, b) => b.commentPages - a.commentPages || (a.keyword < b.keyword ? -1 : 1));
    return rough
      .slice(0, MOST_CANDIDATES)
      .map(({ keyword }) => this.#judge(keyword, this.#pagesWith(keyword)))
      .filter(({ oddsRatio }) => oddsRatio >= LEAST_ODDS)
      .sort((a, b) => b.oddsRatio - a.oddsRatio || (a.keyword < b.keyword ? -1 : 1));
  }

  /** Returns a mark for each page that has one of the keywords. */
  coveredBy(keywords: readonly string[]): Uint8Array {
    const matcher = compileKeywords(keywords);
    return Uint8Array.from(this.#pages, ({ classNames }) =>
      matcher.inClasses(classNames) === undefined ? 0 : 1,
    );
  }

  /** Returns the rates that pages add to those already covered. */
  gain(pages: readonly number[], covered: Uint8Array): Rates {
    return this.#rates(this.#counts(pages.filter((page) => covered[page] === 0)));
  }

  /** Returns on how many sites pages add a share of the comment pages to those already covered. */
  sitesOfNew(pages: readonly number[], covered: Uint8Array): number {
    return this.#sitesOf(this.#counts(pages.filter((page) => covered[page] === 0)).comments);
  }

  /** Returns the number of sites of which these numbers of comment pages are a share that counts. */
  #sitesOf(comments: Float64Array): number {
    return comments.reduce((sites, found, site) => {
      return found > 0 && found >= LEAST_COVERAGE * (this.#comments[site] ?? 0) ? sites + 1 : sites;
    }, 0);
  }

  #pagesWith(keyword: string): number[] {
    const matcher = compileKeywords([keyword]);
    const lists: number[][] = [];
    for (const [name, pages] of this.#postings) {
      if (matcher.inClasses([name]) !== undefined) lists.push(pages);
    }
    return union(lists);
  }

  #judge(keyword: string, pages: readonly number[]): Candidate {
    const counts = this.#counts(pages);
    const { comment, other } = this.#rates(counts, 0.5);
    return {
      keyword,
      pages,
      oddsRatio: (comment * (1 - other)) / (other * (1 - comment)),
      commentPages: sum(counts.comments),
      otherPages: sum(counts.others),
      sites: this.#sitesOf(counts.comments),
    };
  }

  #counts(pages: readonly number[]): { comments: Float64Array; others: Float64Array } {
    const comments = new Float64Array(this.#sites.length);
    const others = new Float64Array(this.#sites.length);
    for (const page of pages) {
      add(this.#pages[page]?.isComment === true ? comments : others, this.#siteOf[page] ?? 0);
    }
    return { comments, others };
  }

  /** Returns the rates; `smoothing` pages are added to each count, with the keyword and without. */
  #rates(counts: { comments: Float64Array; others: Float64Array }, smoothing = 0): Rates {
    return {
      comment: meanShare(counts.comments, this.#comments, smoothing),
      other: meanShare(counts.others, this.#others, smoothing),
    };
  }
}

/** Returns the mean over the sites that have such pages. */
function meanShare(found: Float64Array, all: Float64Array, smoothing: number): number {
  let total = 0;
  let sites = 0;
  for (const [site, pages] of all.entries()) {
    if (pages === 0) continue;
    total += ((found[site] ?? 0) + smoothing) / (pages + 2 * smoothing);
    sites += 1;
  }
  return sites === 0 ? smoothing : total / sites;
}

function bestOf(
  candidates: Iterable<Candidate>,
  valueOf: (candidate: Candidate) => Rates,
): { readonly item: Candidate; readonly value: Rates } | undefined {
  let best: { item: Candidate; value: Rates } | undefined;
  for (const item of candidates) {
    const value = valueOf(item);
    const isBetter =
      best === undefined ||
      value.comment - value.other > best.value.comment - best.value.other + Number.EPSILON;
    if (isBetter) best = { item, value };
  }
  return best;
}

function union(lists: readonly (readonly number[])[]): number[] {
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? [...only] : [...new Set(lists.flat())];
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function add(totals: Float64Array, at: number): void {
  totals[at] = (totals[at] ?? 0) + 1;
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Shortest keyword, in UTF-16 units: shorter ones occur in too many names by chance. */
const LEAST_LENGTH = 3;

/** Longest name taken apart, in UTF-16 units: scripts make longer ones, new on every page. */
const MAX_NAME = 60;

/** Most neighbouring words of a name in one keyword: `comment-author-avatar` has three. */
const MOST_WORDS = 3;

/**
 * A word of a name and the separators after it; digits and a change to upper case also separate
 * words.
 */
const WORD = /([\p{Lu}]*[\p{Ll}\p{Lo}\p{Lm}]+|[\p{Lu}]+)([-_.:]*)/gu;

/**
 * Returns the keywords that a class name suggests. They are the whole name without its numbers, and
 * every run of up to three of its words as written. Words are separated by `-`, `_`, digits and
 * capitals.
 */
export function keywordCandidates(name: string): string[] {
  if (name.length > MAX_NAME) return [];
  const found = new Set<string>();
  const whole = withoutNumbers(foldName(name));
  if (whole.length >= LEAST_LENGTH) found.add(WHOLE + whole);
  const words = [...name.matchAll(WORD)];
  for (let first = 0; first < words.length; first++) {
    let run = "";
    let end = words[first]?.index ?? 0;
    for (const word of words.slice(first, first + MOST_WORDS)) {
      if (word.index !== end) break;
      const [all, letters = "", separators = ""] = word;
      run += foldName(letters);
      if (run.length >= LEAST_LENGTH) found.add(run);
      run += separators;
      end = word.index + all.length;
    }
  }
  return [...found];
}
