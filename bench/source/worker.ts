/** A process that does jobs on recorded forums, one after another. */
import { clusterForum } from "./cluster-forum.ts";
import { crawlForum } from "./crawl-forum.ts";
import { crawlKnowing } from "./crawl-knowing.ts";
import { type OpenForum, openForum } from "./forum.ts";
import type { Job } from "./jobs.ts";
import type { Answer } from "./workers.ts";

let open: OpenForum | undefined;

process.on("message", (job: Job) => {
  void answer(job).then((answer) => process.send?.(answer));
});

async function answer(job: Job): Promise<Answer> {
  try {
    if (open?.id !== job.forum) {
      open?.web.close();
      open = await openForum(job.forum);
    }
    return { result: await doJob(open, job) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function doJob(forum: OpenForum, job: Job): Promise<unknown> {
  switch (job.kind) {
    case "crawl":
      return crawlForum(forum, job);
    case "oracle":
      return crawlKnowing(forum, job.quests);
    case "cluster":
      return clusterForum(forum, job.seed);
  }
}
