/** A process that does jobs on recorded sites, one after another. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { crawlSite } from "./crawl-site.ts";
import { errorsOf } from "./errors-of.ts";
import { crawlInOrder } from "./graph-orders.ts";
import type { Job } from "./jobs.ts";
import { siteOf } from "./target-site.ts";

answerJobs({
  async doJob(job: Job) {
    switch (job.kind) {
      case "crawl":
        return crawlSite(job);
      case "order":
        return crawlInOrder(await siteOf(job.trial.site), job.order);
      case "errors":
        return errorsOf(job);
    }
  },
});
