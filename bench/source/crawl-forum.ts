import type { CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Json } from "../../lib/domain/json.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Need, Strategy } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { recordedPorts } from "../../peers/commands/compare/recorded-ports.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import type { OpenForum } from "./forum.ts";
import { planOf, viewOf } from "./forum-plan.ts";
import type { CrawlJob, FetchedPage } from "./jobs.ts";

/** A crawl's pages in order of fetching. */
export async function crawlForum(
  forum: OpenForum,
  { strategy: option, pages, learnFrom, example, seed }: CrawlJob,
): Promise<readonly FetchedPage[]> {
  const strategy = await createStrategy(await parseStrategyOption(option), { seed, pages });
  const need = { ...NO_NEED, examplePage: await exampleOf(forum, example, seed) };
  const crawl = (strategy: Strategy, pages: number) =>
    crawlOnce(forum, { strategy, need, pages, seed });
  if (learnFrom === null) return (await crawl(strategy, pages)).fetched;
  const { model } = await crawl(strategy, learnFrom);
  return (await crawl(startingFrom(strategy, model), pages)).fetched;
}

interface Crawl {
  readonly strategy: Strategy;
  readonly need: Need;
  readonly pages: number;
  readonly seed: number;
}

/** The pages fetched, in order, and the model that the crawl ended with. */
async function crawlOnce(
  forum: OpenForum,
  { strategy, ...crawl }: Crawl,
): Promise<{ readonly fetched: readonly FetchedPage[]; readonly model: Json }> {
  const { project, plan } = await planOf(forum, crawl);
  const ports = recordedPorts(forum.web, project, strategy);
  await runCrawl(ports, { ...plan, strategy });
  const fetched: FetchedPage[] = [];
  for await (const { url, page } of ports.records.list()) {
    if (page === undefined) continue;
    const type = forum.typeOf.get(url);
    if (type === undefined) throw new Error(`the type of ${url} is not known`);
    fetched.push({ type, shows: await forum.contentOf(url) });
  }
  return { fetched, model: await lastModel(ports) };
}

async function lastModel({ log, models }: Pick<CrawlPorts, "log" | "models">): Promise<Json> {
  const trained = (await log.list()).findLast(({ kind }) => kind === "trained");
  const hash = trained?.detail["model"];
  const json = typeof hash === "string" ? await models.get(hash) : undefined;
  if (json === undefined) throw new Error("the crawl ended without a model");
  const model: Json = JSON.parse(json);
  return model;
}

/** The strategy as if it had learned already; what it learns later, it learns itself. */
function startingFrom(strategy: Strategy, given: Json): Strategy {
  return {
    ...strategy,
    train: (evidence, need, previous) =>
      previous === undefined ? given : strategy.train(evidence, need, previous),
  };
}

/** A random page of a type, all that a strategy is shown. */
export async function exampleOf(
  forum: OpenForum,
  targetTypes: number | null,
  seed: number,
): Promise<PageView | undefined> {
  let [example, first]: [Url | undefined, number] = [undefined, Infinity];
  for (const [url, type] of forum.typeOf) {
    if (type !== targetTypes) continue;
    const turn = hashToUnit(seed, url);
    if (turn < first) [example, first] = [url, turn];
  }
  if (example === undefined) return undefined;
  return viewOf(forum, example, (await planOf(forum, { pages: 1, seed })).plan);
}
