import { parseSearchQuery, type SearchQuery } from "../../domain/text/search-query.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { DowserError } from "../../errors.ts";
import type { ExcerptPiece } from "../../evaluation/excerpt.ts";
import type { ReadableRun } from "../../run/folder/read-run.ts";
import { RunSearch } from "../../run/search/search-run.ts";
import type { IndexProgress } from "../../run/search/update-index.ts";
import type { TextsRead } from "../schemas.ts";
import { within } from "./within.ts";

/** Time that a search waits for new pages to be read, in ms: then it has what is read so far. */
const WAIT_MS = 1_000;

/** What a search has found. */
export interface FoundPages {
  /** Pages with their ranks, from 0, the best one first. */
  readonly ranks: ReadonlyMap<Url, number>;
  readonly texts: TextsRead;
  /** Returns what of a page's text has the words; empty for one that was found by its address alone. */
  readonly snippet: (url: Url) => ExcerptPiece[];
}

/** The texts of a run that is looked at, read while other requests are answered. */
export class WatchedTexts {
  readonly #search: RunSearch;
  readonly #end = new AbortController();
  #reading: Promise<unknown> | undefined;
  #progress: IndexProgress = { done: 0, of: 0 };

  constructor(directory: string, run: ReadableRun) {
    this.#search = new RunSearch(directory, run, "pages");
  }

  /** Searches what is read within {@link WAIT_MS}; `undefined` for a query without a word. */
  find(words: string): Promise<FoundPages | undefined> {
    return this.#findAfter(words, () => within(this.#read(), WAIT_MS));
  }

  /** Searches all texts, however long it takes to read them; less where another process reads them, or at {@link close}. */
  findInAll(words: string): Promise<FoundPages | undefined> {
    return this.#findAfter(words, () => this.#read());
  }

  async #findAfter(
    words: string,
    read: () => Promise<boolean | undefined>,
  ): Promise<FoundPages | undefined> {
    const query = parseSearchQuery(words);
    if (query.all.length === 0) return undefined;
    try {
      const state = (await read()) ? "whole" : "reading";
      return await this.#found(query, { state, ...this.#progress });
    } catch (error) {
      // Titles and addresses can be searched without a stored page.
      if (!(error instanceof DowserError) || error.code !== "nothing-to-search") throw error;
      const texts = { state: "none", done: 0, of: 0 } as const;
      return { ranks: new Map(), texts, snippet: () => [] };
    }
  }

  async #found(query: SearchQuery, texts: TextsRead): Promise<FoundPages> {
    // A search would open the index that was closed meanwhile.
    const pages = this.#end.signal.aborted ? [] : await this.#search.pages(query);
    const ranks = new Map(pages.map((url, rank) => [url, rank]));
    const snippet = (url: Url) => (ranks.has(url) ? [...this.#search.snippet(url, query)] : []);
    return { ranks, texts, snippet };
  }

  /** Reads what is new; returns whether all is read then. It goes on where nobody waits any more. */
  #read(): Promise<boolean> {
    const { signal } = this.#end;
    const onProgress = (progress: IndexProgress) => {
      this.#progress = progress;
    };
    const whole = this.#search.update({ signal, onProgress }).then(({ isComplete }) => isComplete);
    this.#reading = whole.catch(() => undefined);
    return whole;
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#reading;
    this.#search.close();
  }
}
