import { linkDistanceOptions } from "../../lib/domain/strategy/link-distance/options.ts";
import type { MarkedPaths } from "../../lib/domain/strategy/marked-paths.ts";
import type { Need } from "../../lib/domain/strategy/strategy.ts";
import type { StrategyChoice } from "../../lib/domain/strategy/strategy-module.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { parseStrategyOption } from "../../lib/project/parse-strategy-option.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { crawlWeb } from "../known-web/crawl-web.ts";
import type { Crawled, CrawlJob } from "./jobs.ts";
import { modelOf } from "./models.ts";
import { needFor } from "./needs.ts";
import { joinPaths, markSite, siteOf } from "./target-site.ts";
import { BUDGET, PATHS, type Trial, trainingSites } from "./trial.ts";

/** Crawls a site by the engine, after the paths of the others. Learning from these takes none of the seconds. */
export async function crawlSite({ trial, strategy: option }: CrawlJob): Promise<Crawled> {
  const { seed } = trial;
  const site = await siteOf(trial.site);
  const choice = await parseStrategyOption(option);
  const need = await needOf(choice, await pathsOf(trial), seed);
  const startedAt = performance.now();
  const text = { name: "courses", seeds: { urls: [site.root] }, budget: { pages: BUDGET }, seed };
  const { pages: fetched } = await crawlWeb(site.web, {
    project: await parseProject(JSON.stringify(text), "bench"),
    strategy: await createStrategy(choice, { seed, pages: BUDGET }),
    need,
    pages: new Set(site.web.urls()),
  });
  return {
    isTarget: fetched.map(({ url }) => site.targets.has(url)),
    isGathered: fetched.map(({ isJudged }) => isJudged),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function needOf(
  { name, ...options }: StrategyChoice,
  marked: MarkedPaths,
  seed: number,
): Promise<Need> {
  const need = needFor(name, marked);
  if (name !== "link-distance") return need;
  return { ...need, pathModel: await modelOf(linkDistanceOptions.parse(options), marked, seed) };
}

const drawn = new Map<string, Promise<MarkedPaths>>();

/** The paths that a trial begins with, drawn once a process. */
function pathsOf(trial: Trial): Promise<MarkedPaths> {
  const name = JSON.stringify(trial);
  const known = drawn.get(name) ?? drawPathsOf(trial);
  drawn.set(name, known);
  return known;
}

async function drawPathsOf(trial: Trial): Promise<MarkedPaths> {
  const { seed } = trial;
  const marked = trainingSites(trial).map(async (site) =>
    markSite(await siteOf(site), { paths: PATHS, seed }),
  );
  return joinPaths(await Promise.all(marked));
}
