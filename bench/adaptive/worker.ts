/** A process that does jobs on recorded sites, one after another. */
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { answerJobs } from "../pool/answer-jobs.ts";
import { crawlDataset } from "./crawl-dataset.ts";
import { crawlOracle } from "./crawl-oracle.ts";
import { type Dataset, datasetOf } from "./dataset.ts";
import type { CrawlJob, Job } from "./jobs.ts";
import { judgeSite } from "./judge-site.ts";
import { predictLinks } from "./predict-links.ts";
import { strategyAt } from "./strategy-at.ts";

answerJobs({
  async doJob(job: Job) {
    const dataset = await datasetOf(job.task);
    switch (job.kind) {
      case "crawl":
        return crawlDataset(dataset, {
          ...job,
          strategy: await strategyOf(dataset, job),
        });
      case "oracle":
        return crawlOracle(dataset, job);
      case "judge":
        return judgeSite(dataset, job);
      case "predict":
        return predictLinks(dataset, job);
    }
  },
});

async function strategyOf(dataset: Dataset, job: CrawlJob): Promise<Strategy> {
  if (job.judges === "shared") return strategyAt(dataset, job.strategy, job);
  const { seed } = job;
  return createStrategy(await parseStrategyOption(job.strategy), { seed, pages: dataset.budget });
}
