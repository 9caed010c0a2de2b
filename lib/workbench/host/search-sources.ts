import { setImmediate } from "node:timers/promises";
import { createLocalSearch, type LocalSearch } from "../../adapters/search/local-search.ts";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { DEFAULTS } from "../../config/defaults.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { storedViews } from "../../run/folder/read-run.ts";
import { openRecording } from "../../run/web/open-web.ts";
import type { RunFolder } from "./run-folder.ts";
import type { WatchedRuns } from "./watched-run.ts";
import { within } from "./within.ts";

/** The source of the recordings that this host crawls. */
export const RECORDING = "recording";

/** Begins the name of a source that is a run. */
const RUN = "run:";

/** Most pages of a source whose text is read: a minute of work. */
const MOST_READ = 20_000;

/** Most indexes kept: each holds the words of its pages. */
const MOST_KEPT = 2;

/** Share of new pages, of those read, from which a run is read again. */
const GROWTH = 0.1;

/** Pages that can be searched for examples. */
export interface SearchSource {
  readonly urls: readonly Url[];
  /** Name of the run that has them; `undefined` for those that a crawl here fetches again. */
  readonly run: string | undefined;
  page(url: Url): Promise<FetchedPage | undefined>;
  view(url: Url): Promise<PageView | undefined>;
}

interface SourceParts {
  readonly folder: RunFolder;
  readonly runs: WatchedRuns;
  /** Recordings that crawls of this host fetch from. */
  readonly web: readonly string[];
}

/** The recordings and runs of a host, with the indexes of their texts. */
export class SearchSources {
  readonly #parts: SourceParts;
  readonly #indexes = new Map<string, TextIndex>();
  #recording: Promise<RecordedWeb> | undefined;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Lists the sources, the recording first. */
  list(): readonly { readonly source: string; readonly run: string | null }[] {
    const runs = this.#parts.folder.runs().map(({ run }) => ({ source: RUN + run, run }));
    return this.#parts.web.length === 0 ? runs : [{ source: RECORDING, run: null }, ...runs];
  }

  /**
   * Opens a source by its name.
   * @throws DowserError `no-such-source`, `bad-run-name`, and what opening a run throws
   */
  async open(source: string): Promise<SearchSource> {
    if (source === RECORDING && this.#parts.web.length > 0) return this.#openRecording();
    if (source.startsWith(RUN)) return this.#openRun(source.slice(RUN.length));
    throw fail("no-such-source", { source: JSON.stringify(source), value: source });
  }

  /** Returns the index of a source, which may still be reading. */
  async index(name: string): Promise<TextIndex> {
    const source = await this.open(name);
    let index = this.#indexes.get(name);
    this.#indexes.delete(name);
    if (index === undefined || index.isOutdated(source)) {
      index?.close();
      index = new TextIndex(source);
    }
    this.#indexes.set(name, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > MOST_KEPT && oldest !== undefined) {
      this.#indexes.get(oldest)?.close();
      this.#indexes.delete(oldest);
    }
    return index;
  }

  async close(): Promise<void> {
    for (const index of this.#indexes.values()) index.close();
    this.#indexes.clear();
    await this.#recording?.then((web) => web.close()).catch(() => undefined);
  }

  async #openRecording(): Promise<SearchSource> {
    this.#recording ??= openRecording(this.#parts.web);
    const web = await this.#recording;
    const limits = { bodyBytes: DEFAULTS.budget.bytesPerPage, timeoutMs: 0 };
    const page = async (url: Url) => {
      const outcome = await web.fetch(url, limits);
      return outcome.kind === "page" && isHtml(outcome) ? outcome : undefined;
    };
    return { urls: [...web.urls()], run: undefined, page, view: storedViews({ get: page }, {}) };
  }

  async #openRun(run: string): Promise<SearchSource> {
    const watched = this.#parts.runs.get(this.#parts.folder.directory(run));
    await watched.refresh();
    const { pages } = watched.run;
    return {
      urls: watched.rows.rows.map(({ url }) => url),
      run,
      page: (url) => pages.get(url),
      view: storedViews(pages, watched.project),
    };
  }
}

/** The full text of a source, which is read page by page while other requests are answered. */
export class TextIndex {
  /** Pages read so far, and pages that are read altogether. */
  read = 0;
  readonly pages: number;
  readonly #ready: Promise<LocalSearch>;
  #isClosed = false;

  constructor(source: SearchSource) {
    this.pages = Math.min(MOST_READ, source.urls.length);
    this.#ready = createLocalSearch(this.#views(source));
    // Whoever searches is told of a failure.
    this.#ready.catch(() => undefined);
  }

  /** Whether the source has so many new pages that they are worth reading. */
  isOutdated({ urls }: SearchSource): boolean {
    const pages = Math.min(MOST_READ, urls.length);
    return this.read === this.pages && pages > this.pages * (1 + GROWTH);
  }

  /** Returns the search, or `undefined` if the text is not read within so many ms. */
  within(ms: number): Promise<LocalSearch | undefined> {
    return within(this.#ready, ms);
  }

  close(): void {
    this.#isClosed = true;
    void this.#ready.then((search) => search.close()).catch(() => undefined);
  }

  async *#views(source: SearchSource): AsyncIterable<PageView> {
    for (const url of source.urls.slice(0, this.pages)) {
      if (this.#isClosed) return;
      await setImmediate();
      const view = await source.view(url);
      this.read += 1;
      if (view !== undefined) yield view;
    }
  }
}

const PAGE_TYPES: ReadonlySet<string> = new Set(DEFAULTS.scope.mediaTypes);

/** Returns whether an answer is a page by its type; one without a type is. */
export function isHtml({ mediaType }: Pick<FetchedPage, "mediaType">): boolean {
  return mediaType === "" || PAGE_TYPES.has(mediaType);
}
