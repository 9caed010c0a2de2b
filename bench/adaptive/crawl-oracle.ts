import { greedyOrder } from "../../lib/domain/graph/greedy-order.ts";
import { type LinkGraph, linkGraph } from "../../lib/domain/graph/link-graph.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import { linksOf } from "../known-web/known-web.ts";
import { countCrawl } from "./crawl-dataset.ts";
import { type Dataset, startsOf } from "./dataset.ts";
import type { Crawled, OracleJob } from "./jobs.ts";

/**
 * Returns what the greedy order that knows the truth fetches, over the links that crawls may
 * follow.
 */
export async function crawlOracle(
  dataset: Dataset,
  { seed }: Pick<OracleJob, "seed">,
): Promise<Crawled> {
  const startedAt = performance.now();
  const { known, targets, unjudged, budget } = dataset;
  const graph = among(unjudged, (await linksOf(known, known.site)).graph);
  const { numbers, urls } = graph;
  const starts = await startsOf(dataset, seed);
  const isStart = new Set(starts);
  const isTarget = (page: number) => {
    const url = urls[page];
    return url !== undefined && targets.has(url) && !isStart.has(url);
  };
  const seeds = starts.flatMap((url) => numbers.get(url) ?? []);
  const order = greedyOrder(graph, { seeds, isTarget, budget });
  const pages = order.flatMap((page): { url: Url; isJudged: boolean }[] => {
    const url = urls[page];
    return url === undefined ? [] : [{ url, isJudged: targets.has(url) }];
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return countCrawl(dataset, { seeds: starts, pages, unrecorded: [], seconds });
}

/** Returns the part of a graph that consists of these pages. */
function among(pages: ReadonlySet<Url>, { urls, firstTarget, targets }: LinkGraph): LinkGraph {
  const linked = urls.map((url, page) => {
    const links = targets.subarray(firstTarget[page], firstTarget[page + 1]);
    return { url, outlinks: Array.from(links).flatMap((target) => urls[target] ?? []) };
  });
  return linkGraph(
    linked
      .filter(({ url }) => pages.has(url))
      .map(({ url, outlinks }) => ({ url, outlinks: outlinks.filter((link) => pages.has(link)) })),
  );
}
