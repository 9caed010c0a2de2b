/** A process that does jobs on recorded sites, one after another. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { crawlDataset } from "./crawl-dataset.ts";
import { crawlOracle } from "./crawl-oracle.ts";
import { datasetOf } from "./dataset.ts";
import type { Job } from "./jobs.ts";
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
          strategy: await strategyAt(dataset, job.strategy, job),
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
