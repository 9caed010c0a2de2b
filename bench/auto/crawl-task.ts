import { calledPages } from "../../lib/crawl/look.ts";
import { calledFigures } from "../../lib/domain/measures/called-figures.ts";
import { areaUnder } from "../../lib/domain/measures/ranked-collecting.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { DowserError } from "../../lib/errors.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import {
  crawledWeb,
  crawlWeb,
  type FetchedPages,
  fetchedPages,
  type WebCrawl,
} from "../known-web/crawl-web.ts";
import { graphOf } from "../known-web/known-web.ts";
import { oracleOrder } from "../known-web/oracle-order.ts";
import { scopeFor } from "../source/forum-plan.ts";
import { type Crawled, ORACLE, type Plan, type Result } from "./crawled.ts";
import { optionFor, reasonAgainst } from "./strategies.ts";
import type { OpenTask } from "./task.ts";

/** What a crawl or an order found; see {@link Crawled}. */
type Found = Pick<Crawled, "pages" | "found" | "threads" | "posts" | "called" | "inVain" | "cpuMs">;

/** What is known before a crawl. */
export interface Known {
  /** Area under the oracle's curve, when an earlier crawl of the same task and seed tells it. */
  readonly oracleArea?: number | undefined;
}

/**
 * Crawls a task as planned, by the engine; the truth decides what is relevant. The oracle crawls it,
 * too, unless the area under its curve is known.
 */
export async function crawlTask(
  open: OpenTask,
  plan: Plan,
  { oracleArea: knownArea }: Known = {},
): Promise<Result> {
  const reason = reasonAgainst(plan.strategy);
  if (reason !== undefined) return { ...plan, refused: reason };
  const scaled = Math.max(1, Math.round(open.budget * plan.scale));
  const budget = Math.min(scaled, plan.most ?? Number.POSITIVE_INFINITY);
  const common = { ...plan, budget, known: open.targets.size };
  const ofOracle = async () => areaUnder({ ...(await foundByOracle(open, budget)), budget });
  const oracleArea = knownArea ?? (await ofOracle());
  if (plan.strategy === ORACLE)
    return { ...common, option: ORACLE, oracleArea, ...(await foundByOracle(open, budget)) };
  const option = await optionFor(plan);
  try {
    return { ...common, option, oracleArea, ...(await crawl(open, { option, budget, plan })) };
  } catch (error) {
    if (!(error instanceof DowserError) || error.reaction !== "fix-config") throw error;
    return { ...plan, refused: error.message };
  }
}

async function crawl(open: OpenTask, crawl: TaskCrawl): Promise<Found> {
  const { targets } = open;
  const startedAt = process.cpuUsage();
  const { ports, plan } = await crawledWeb(open.web, await webCrawlOf(open, crawl));
  const { pages, unrecorded } = await fetchedPages(ports);
  const { user, system } = process.cpuUsage(startedAt);
  const found = pages.flatMap(({ url }, at) => (targets.has(url) ? [at + 1] : []));
  const inVain = unrecorded.at(-1) ?? 0;
  const content = await contentOn(
    open,
    pages.flatMap(({ url }) => (targets.has(url) ? [url] : [])),
  );
  const called = crawl.plan.isCalledCounted === true ? await calledPages(ports, plan) : undefined;
  const verdicts = pages.map(({ url }) => {
    return { isCalled: called?.has(url) === true, verdict: targets.has(url) };
  });
  return {
    ...{ pages: pages.length, found, ...content, inVain, cpuMs: (user + system) / 1000 },
    ...(called !== undefined && { called: calledFigures(verdicts) }),
  };
}

/** Counts the threads and the posts on some relevant pages, each once. */
async function contentOn(
  { contentOf }: OpenTask,
  urls: readonly Url[],
): Promise<Pick<Found, "threads" | "posts">> {
  if (contentOf === undefined) return {};
  const [threads, posts] = [new Set<number>(), new Set<number>()];
  for (const url of urls) {
    const [thread, ...others] = await contentOf(url);
    if (thread !== undefined) threads.add(thread);
    for (const post of others) posts.add(post);
  }
  return { threads: threads.size, posts: posts.size };
}

/** A crawl of a task. */
export interface TaskCrawl {
  /** The strategy with its options. */
  readonly option: string;
  readonly budget: number;
  readonly plan: Pick<Plan, "seed" | "isCalledCounted">;
}

/** Returns the pages that a crawl of a task fetches, in order. */
export async function fetchPages(open: OpenTask, crawl: TaskCrawl): Promise<FetchedPages> {
  return crawlWeb(open.web, await webCrawlOf(open, crawl));
}

/** Returns a crawl of a task as the engine takes it. */
export async function webCrawlOf(
  { web, seeds, excluded, drawsUnrecorded, needFor, files }: OpenTask,
  { option, budget, plan }: TaskCrawl,
): Promise<WebCrawl> {
  const { seed } = plan;
  const choice = await parseStrategyOption(option);
  const need = await needFor(choice);
  const asked = files === undefined ? {} : { need: { files } };
  const scope = scopeFor(need);
  const budgeted = { seeds: { urls: seeds }, budget: { pages: budget }, seed, scope };
  const text = { name: "auto", ...budgeted, ...asked };
  const project = await parseProject(JSON.stringify(text), "bench");
  const recorded = new Set(web.urls());
  const tries = drawsUnrecorded ? { tries: (url: Url) => !recorded.has(url) } : {};
  const strategy = await createStrategy(choice, { seed, pages: budget });
  strategy.checkNeed?.(need);
  return { project, strategy, need, pages: recorded.difference(excluded), ...tries };
}

/** Positions that the oracle finds relevant pages at, by task and budget. */
const byOracle = new WeakMap<OpenTask, Map<number, Found>>();

async function foundByOracle(open: OpenTask, budget: number): Promise<Found> {
  const ofTask = byOracle.get(open) ?? new Map<number, Found>();
  byOracle.set(open, ofTask);
  const known = ofTask.get(budget);
  if (known !== undefined) return known;
  const { web, seeds, targets, excluded } = open;
  const pages = new Set(web.urls()).difference(excluded);
  const order = oracleOrder(await graphOf(web), { pages, seeds, targets, budget });
  const found = order.flatMap((url, at) => (targets.has(url) ? [at + 1] : []));
  const result = { pages: order.length, found, inVain: 0, cpuMs: 0 };
  ofTask.set(budget, result);
  return result;
}
