import { KeywordTally } from "../domain/measures/keyword-overlap.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { SparseVector } from "../domain/stats/vector/sparse-rows.ts";
import { phraseStopWordsOf } from "../domain/text/phrase-stop-words.ts";
import { keyPhrases } from "../domain/text/rake.ts";
import type { TermNumbers } from "../domain/text/term-numbers.ts";
import { termVector } from "../domain/text/term-vector.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type CountedPage, countedPages } from "./crawl-precision.ts";

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
export class TargetTexts {
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
