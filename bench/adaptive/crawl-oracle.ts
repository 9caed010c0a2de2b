import { graphOf } from "../known-web/known-web.ts";
import { oracleOrder } from "../known-web/oracle-order.ts";
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
  const seeds = await startsOf(dataset, seed);
  const graph = await graphOf(known.web);
  const order = oracleOrder(graph, { pages: unjudged, seeds, targets, budget });
  const pages = order.map((url) => ({ url, isJudged: targets.has(url) }));
  const seconds = (performance.now() - startedAt) / 1000;
  return countCrawl(dataset, { seeds, pages, unrecorded: [], seconds });
}
