/** A process that does jobs on recorded sites, one after another. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { crawlKnowing } from "./crawl-knowing.ts";
import { crawlPlace } from "./crawl-place.ts";
import type { Job } from "./jobs.ts";
import { judgeSite } from "./judge-site.ts";
import { placeOf } from "./place.ts";
import { predictLinks } from "./predict-links.ts";
import { strategyAt } from "./strategy-at.ts";

answerJobs({
  async doJob(job: Job) {
    const place = await placeOf(job.quest);
    switch (job.kind) {
      case "crawl":
        return crawlPlace(place, { ...job, strategy: await strategyAt(place, job.strategy, job) });
      case "oracle":
        return crawlKnowing(place, job);
      case "judge":
        return judgeSite(place, job);
      case "predict":
        return predictLinks(place, job);
    }
  },
});
