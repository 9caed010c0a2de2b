import {
  documentOverlap,
  type KeywordLists,
  KeywordTally,
  keywordLists,
  keywordOverlap,
  setOverlap,
} from "../domain/measures/document-overlap.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { captureRecapture, type Recapture } from "../domain/stats/intervals/recall-bound.ts";
import { type SparseVector, sparseRows } from "../domain/stats/vector/sparse-rows.ts";
import { keyPhrases } from "../domain/text/rake.ts";
import { detach } from "../domain/text/safe-text.ts";
import { type TermVector, termVector } from "../domain/text/term-vector.ts";
import { phraseStopWordsOf } from "../domain/text/words.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type CountedPage, countedPages } from "./crawl-precision.ts";

/**
 * Numbers of key phrases that are compared, from the best of each crawl (Xu, Yoon & Tourassi 2014).
 */
const KEYWORD_LEVELS = [50, 100, 300, 1_000];
/** Number of equal parts of the crawls; they are compared after each part. */
const STEPS = 10;

/** The compared part of a crawl. */
export interface ComparedCrawl {
  readonly fetched: number;
  readonly targets: number;
  /** Number of target pages that were stored, and could be read. */
  readonly read: number;
  /** Hosts of the target pages. */
  readonly hosts: number;
}

/** Share of the best `most` key phrases that both crawls have. */
interface KeywordShare {
  readonly most: number;
  readonly share: number;
}

/**
 * The same figures when each crawl had fetched this many pages; `undefined` when one had no target
 * page yet.
 */
interface EarlyShare {
  readonly first: number;
  readonly second: number;
  readonly share: number | undefined;
}

/** The overlap of two crawls' target pages; shares in [0,1]. */
export interface OverlapFigures {
  /** For 50, 100, 300 and 1,000, as far as both have as many; for all when one has less than 50. */
  readonly keywords: readonly KeywordShare[];
  /** After each tenth of the pages that each crawl has fetched. */
  readonly overTime: readonly EarlyShare[];
  /** Share of the documents of both with a near one (cosine from 0.90 on) in the other crawl. */
  readonly documents: number;
  /** Share of the hosts of target pages of either that both have. */
  readonly sites: number;
  /** Target pages by URL that both have, and the number that this implies. */
  readonly both: number;
  readonly recapture: Recapture;
  readonly lists: KeywordLists;
}

/** Two crawls compared; without figures when one has no target page that can be read. */
export interface CrawlOverlap {
  readonly first: ComparedCrawl;
  readonly second: ComparedCrawl;
  readonly figures: OverlapFigures | undefined;
}

/** Settings of the comparison. */
export interface OverlapSettings {
  /** Number of best key phrases of each crawl that are compared over time and listed. */
  readonly top: number;
  /** Called now and then with the target pages read so far, and the number in both crawls. */
  readonly onProgress: (read: number, all: number) => void;
}

/**
 * Compares the target pages of two crawls by their key phrases, their terms and their hosts (Xu,
 * Yoon & Tourassi 2014). Each page is read once, and only its phrases and terms are kept.
 */
export async function overlapOfCrawls(
  crawls: { readonly first: ReadCrawl; readonly second: ReadCrawl },
  { top, onProgress }: OverlapSettings,
): Promise<CrawlOverlap> {
  const terms = new TermNumbers();
  const first = await TargetTexts.of(crawls.first, terms);
  const second = await TargetTexts.of(crawls.second, terms);
  const overTime = await readInSteps(first, second, { top, onProgress });
  const compared = { first: comparedOf(first), second: comparedOf(second) };
  if (compared.first.read === 0 || compared.second.read === 0)
    return { ...compared, figures: undefined };
  const figures = {
    keywords: keywordShares(first, second),
    overTime,
    documents: documentOverlap(
      sparseRows(first.documents, terms.size),
      sparseRows(second.documents, terms.size),
    ),
    sites: setOverlap(hostsOf(first), hostsOf(second)),
    ...recaptured(first, second),
    lists: keywordLists(first.keywords, second.keywords, top),
  };
  return { ...compared, figures };
}

/** Estimates the number of target pages there are, from those that both crawls have. */
function recaptured(
  first: TargetTexts,
  second: TargetTexts,
): Pick<OverlapFigures, "both" | "recapture"> {
  const urls = new Set(first.targets.map(({ url }) => url));
  const both = second.targets.filter(({ url }) => urls.has(url)).length;
  return { both, recapture: captureRecapture(first.targets.length, second.targets.length, both) };
}

async function readInSteps(
  first: TargetTexts,
  second: TargetTexts,
  { top, onProgress }: OverlapSettings,
): Promise<readonly EarlyShare[]> {
  const all = first.targets.length + second.targets.length;
  let read = 0;
  const count = () => onProgress((read += 1), all);
  const shares: EarlyShare[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const at = (of: TargetTexts) => Math.ceil((step * of.fetched) / STEPS);
    await first.readUntil(at(first), count);
    await second.readUntil(at(second), count);
    const areBoth = first.documents.length > 0 && second.documents.length > 0;
    const share = areBoth ? keywordOverlap(first.keywords, second.keywords, top) : undefined;
    shares.push({ first: at(first), second: at(second), share });
  }
  return shares;
}

function keywordShares(
  { keywords: first }: TargetTexts,
  { keywords: second }: TargetTexts,
): readonly KeywordShare[] {
  const least = Math.min(first.size, second.size);
  const levels = KEYWORD_LEVELS.filter((most) => most <= least);
  return (levels.length === 0 ? [least] : levels).map((most) => {
    return { most, share: keywordOverlap(first, second, most) };
  });
}

function comparedOf(texts: TargetTexts): ComparedCrawl {
  const { fetched, targets, documents } = texts;
  return {
    fetched,
    targets: targets.length,
    read: documents.length,
    hosts: hostsOf(texts).size,
  };
}

function hostsOf({ targets }: TargetTexts): ReadonlySet<string> {
  return new Set(targets.map(({ host }) => host));
}

/** A crawl whose target pages are read. */
export interface ReadCrawl {
  readonly records: Pick<RecordStore, "list">;
  /** Returns a stored page as strategies see it, `undefined` when there is no such page. */
  readonly view: (url: Url) => Promise<PageView | undefined>;
}

/**
 * The texts of a crawl's target pages, read one after the other in order of fetching. Only their
 * key phrases are counted and their terms kept; other pages are not read.
 */
class TargetTexts {
  /** Number of pages that the crawl has fetched. */
  readonly fetched: number;
  readonly targets: readonly CountedPage[];
  readonly keywords = new KeywordTally();
  /** Vectors of the target pages read so far. */
  readonly documents: SparseVector[] = [];
  readonly #view: ReadCrawl["view"];
  readonly #terms: TermNumbers;
  readonly #pages: readonly CountedPage[];
  #next = 0;

  /** Opens the target pages of a crawl; none is read yet. */
  static async of({ records, view }: ReadCrawl, terms: TermNumbers): Promise<TargetTexts> {
    return new TargetTexts(await countedPages(records), view, terms);
  }

  private constructor(pages: readonly CountedPage[], view: ReadCrawl["view"], terms: TermNumbers) {
    this.fetched = pages.length;
    this.targets = pages.filter(({ isTarget }) => isTarget);
    this.#pages = pages;
    this.#view = view;
    this.#terms = terms;
  }

  /**
   * Reads on to the page that was fetched as number `last`; calls `tell` after each target page.
   */
  async readUntil(last: number, onProgress: () => void): Promise<void> {
    for (; this.#next < last; this.#next += 1) {
      const page = this.#pages[this.#next];
      if (page?.isTarget !== true) continue;
      const view = await this.#view(page.url);
      // A power loss may have destroyed it.
      if (view !== undefined) this.#add(view);
      onProgress();
    }
  }

  #add(view: PageView): void {
    const text = `${view.title}\n${view.mainText}`;
    this.keywords.add(keyPhrases(text, phraseStopWordsOf(view.language)));
    this.documents.push(this.#terms.number(termVector(text, view.language)));
  }
}

/**
 * Numbers for terms as they occur, from 0, so that many documents can be kept as sparse vectors of
 * one space.
 */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  /** One more than the greatest number given. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Converts a vector to the numbers of its terms. */
  number(vector: TermVector): SparseVector {
    const entries = Array.from(vector, ([term, value]) => ({
      column: this.#numberOf(term),
      value,
    }));
    entries.sort((a, b) => a.column - b.column);
    return {
      columns: Int32Array.from(entries, ({ column }) => column),
      values: Float64Array.from(entries, ({ value }) => value),
    };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(detach(term), number);
    return number;
  }
}
