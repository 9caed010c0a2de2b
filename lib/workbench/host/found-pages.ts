import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { decidingWords, excerptOf } from "../../evaluation/excerpt.ts";
import type { SearchResult } from "../../ports/search-provider.ts";
import { inspectText } from "../../project/load-project.ts";
import { openWebEngine } from "../../run/web/open-search.ts";
import type { Found } from "../begin-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { EXAMPLES, savedPage } from "./kept-examples.ts";
import { RECORDING, type SearchSource, type SearchSources } from "./search-sources.ts";

/** Most results of a search of pages of this machine, and of an engine, which may charge for more. */
const MOST_RESULTS = 50;
const MOST_OF_ENGINE = 20;

/** Longest text of a page that is sent to judge it, in UTF-16 units. */
const MAX_TEXT = 3_000;

/** Time after which a search says how much of the text is read, in ms. */
const PATIENCE_MS = 800;

/** Longest part of an address in the name of a file. */
const MAX_SLUG = 80;

/** Finds pages that may become examples, in the recordings and runs of a host or by an engine. */
export function createSearch(folder: string, sources: SearchSources): WorkbenchPorts["search"] {
  return {
    sources: async () => [...sources.list()],
    find: ({ source, words, project }) =>
      project === undefined ? findIn(sources, source, words) : askEngine(sources, project, words),
    async text({ source, url, words }) {
      const view = await (await sources.open(source)).view(urlOf(url));
      if (view === undefined) throw fail("no-such-page/found", { url });
      const content = view.mainText === "" ? view.text : view.mainText;
      return [...excerptOf(content, decidingWords("", { topic: words }), MAX_TEXT)];
    },
    async keep({ source, url }) {
      const opened = await sources.open(source);
      const page = await opened.page(urlOf(url));
      if (page === undefined) throw fail("no-such-page/found", { url });
      const entry = entryOf(opened, page.url);
      // A page that a crawl here fetches again is named by its URL.
      if (opened.run !== undefined) keepFile(join(folder, entry), savedPage(page));
      return { entry };
    },
  };
}

async function findIn(sources: SearchSources, name: string, words: string): Promise<Found> {
  const source = await sources.open(name);
  const index = await sources.index(name);
  const search = await index.within(PATIENCE_MS);
  const found = await search?.search(words, MOST_RESULTS);
  return {
    results: (found?.results ?? []).map((result) => answerOf(result, entryOf(source, result.url))),
    isReading: search === undefined,
    read: index.read,
    pages: index.pages,
    all: source.urls.length,
  };
}

/** Asks the engine of a project file as it is being written. */
async function askEngine(sources: SearchSources, text: string, words: string): Promise<Found> {
  const { search, politeness } = await inspectText(text, "project");
  if (search === undefined) throw fail("no-search-engine");
  if (search.provider === "local") return findIn(sources, RECORDING, words);
  const { results } = await openWebEngine(search, politeness).search(words, MOST_OF_ENGINE);
  const answers = results.map((result) => answerOf(result, result.url));
  return { results: answers, isReading: false, read: 0, pages: 0, all: 0 };
}

function answerOf({ url, title, extract }: SearchResult, entry: string): Found["results"][number] {
  return { url, title, extract, entry };
}

/** Returns how a project names a page as an example: a page of a run is kept as a file. */
function entryOf({ run }: SearchSource, url: Url): string {
  if (run === undefined) return url;
  const slug = url.replace(/^https?:\/\//, "").replace(/[^a-zA-Z0-9.]+/g, "-");
  const digest = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return posix.join(EXAMPLES, run, `${slug.slice(0, MAX_SLUG)}-${digest}.html`);
}

function keepFile(path: string, text: string): void {
  if (existsSync(path)) return;
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}

/**
 * Reads the URL of a page.
 * @throws DowserError `no-such-page`
 */
export function urlOf(text: string): Url {
  const parsed = canonicalUrl(text);
  if (!parsed.ok) throw fail("no-such-page/found", { url: text });
  return parsed.url;
}
