/** A process that does jobs on recorded forums, one after another. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { clusterForum } from "./cluster-forum.ts";
import { crawlForum } from "./crawl-forum.ts";
import { crawlOracle } from "./crawl-oracle.ts";
import { type OpenForum, openForum } from "./forum.ts";
import type { Job } from "./jobs.ts";

let open: OpenForum | undefined;

answerJobs({
  async doJob(job: Job) {
    if (open?.id !== job.forum) {
      open?.web.close();
      open = await openForum(job.forum);
    }
    return doJobOn(open, job);
  },
});

function doJobOn(forum: OpenForum, job: Job): Promise<unknown> {
  switch (job.kind) {
    case "crawl":
      return crawlForum(forum, job);
    case "oracle":
      return crawlOracle(forum, job.tasks);
    case "cluster":
      return clusterForum(forum, job.seed);
  }
}
