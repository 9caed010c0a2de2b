import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { type OpenedSearch, openSearch } from "../../lib/run/web/open-search.ts";
import { recorded } from "../../lib/run/web/open-web.ts";
import { crawlWeb, type Fetched } from "../known-web/crawl-web.ts";
import { type Dataset, startsOf } from "./dataset.ts";
import { type Crawled, PAGE } from "./jobs.ts";

/** The settings in which crawls of one dataset differ. */
export interface PlannedCrawl {
  readonly strategy: Strategy;
  readonly seed: number;
  /** Whether it may ask the recording's own full text queries that it composes. */
  readonly asksQueries?: boolean;
}

/** Recordings that were asked queries. */
const searches = new WeakMap<RecordedWeb, OpenedSearch | undefined>();

/** Returns a crawl's pages in order of fetching, with its predictions and the actual labels. */
export async function crawlDataset(
  dataset: Dataset,
  { strategy, seed, asksQueries = false }: PlannedCrawl,
): Promise<Crawled> {
  const startedAt = performance.now();
  const { task, known, need, budget, unjudged } = dataset;
  const judged = new Set([...need.good, ...need.bad].map(({ url }) => url));
  const seeds = await startsOf(dataset, seed);
  // Queries are composed from the dataset's examples; the project is only asked whether it has
  // some.
  const good = need.good.map(({ url }) => url);
  const search = asksQueries ? { search: { provider: "local", compose: {} }, need: { good } } : {};
  const text = { name: "adaptive", seeds: { urls: seeds }, budget: { pages: budget }, seed };
  const project = await parseProject(JSON.stringify({ ...text, ...search }), "bench");
  if (asksQueries && !searches.has(known.web))
    searches.set(known.web, openSearch(project, recorded(known.web)));
  const engine = asksQueries ? searches.get(known.web)?.provider : undefined;
  const tries = task.links === "all" ? { tries: (url: Url) => !judged.has(url) } : {};
  const { pages, unrecorded } = await crawlWeb(known.web, {
    ...{ project, strategy, need, engine, pages: unjudged, ...tries },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return countCrawl(dataset, { seeds, pages, unrecorded, seconds });
}

/** Marks the pages of a crawl. */
export function countCrawl(
  { targets, budget }: Dataset,
  crawl: {
    readonly seeds: readonly Url[];
    readonly pages: readonly Fetched[];
    readonly unrecorded: readonly number[];
    readonly seconds: number;
  },
): Crawled {
  const seeds = new Set(crawl.seeds);
  const marks = crawl.pages.map(({ url, isJudged }) => {
    if (seeds.has(url)) return PAGE.other;
    return (targets.has(url) ? PAGE.target : PAGE.other) + (isJudged ? PAGE.judged : PAGE.other);
  });
  return {
    pages: marks,
    known: targets.difference(seeds).size,
    budget,
    unrecorded: crawl.unrecorded,
    seconds: crawl.seconds,
  };
}
