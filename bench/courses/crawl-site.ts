import { parseProject } from "../../lib/project/load-project.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { crawlWeb } from "../known-web/crawl-web.ts";
import type { Crawled, CrawlJob } from "./jobs.ts";
import { siteOf } from "./target-site.ts";
import { BUDGET } from "./trial.ts";
import { trialNeed } from "./trial-need.ts";

/** Crawls a site by the engine, after the paths of the others. Learning from these takes none of the seconds. */
export async function crawlSite({ trial, strategy: option }: CrawlJob): Promise<Crawled> {
  const { seed } = trial;
  const site = await siteOf(trial.site);
  const choice = await parseStrategyOption(option);
  const need = await trialNeed(trial, choice);
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
