/**
 * Rules to stop by, replayed: tasks of all webs are crawled to their end by several strategies, then each
 * crawl is made again many times, with other draws by chance and other control lists. Truth: labels and types
 * that no strategy sees; the verdicts are the truth. What is printed depends on the recordings alone.
 *
 * `npm run bench -- stopping [--groups a,b] [--tasks n] [--strategies x,y] [--replays n] [--samples n]
 * [--recall 0.9] [--confidence 0.95] [--processes n]`
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { someTasks } from "./auto/groups.ts";
import type { About } from "./entry/about.ts";
import { doJobs } from "./pool/do-jobs.ts";
import { groupNamed, REPLAYED } from "./stopping/groups.ts";
import { type Crawl, report } from "./stopping/report.ts";
import type { Answer, Job } from "./stopping/worker.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "statements of recall that hold, what they cost, and rules of thumb at equal cost",
  takes: "some 30 minutes; `--groups`, `--tasks`, `--strategies` and `--replays` choose a part",
};

export default async function bench(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ groups: text, tasks: { ...text, default: "1" }, replays: { ...text, default: "60" } },
      ...{ samples: { ...text, default: "200" } },
      ...{ strategies: { ...text, default: "auto,breadth-first" }, processes: text },
      ...{ recall: { ...text, default: "0.9" }, confidence: { ...text, default: "0.95" } },
    },
  });
  const groups = values.groups === undefined ? REPLAYED : values.groups.split(",").map(groupNamed);
  const jobs = groups.flatMap((group): Job[] => {
    const reason = group.absent();
    if (reason !== undefined) console.log(`${group.name} is left out: ${reason}`);
    if (reason !== undefined) return [];
    return someTasks(group, Number(values.tasks)).flatMap(({ name, web }) =>
      values.strategies.split(",").map((strategy) => ({
        ...{ group: group.name, task: name, web, strategy, seed: 1 },
        replays: Number(values.replays),
        samples: Number(values.samples),
        recall: Number(values.recall),
        confidence: Number(values.confidence),
      })),
    );
  });
  const answers = await doJobs(jobs, {
    what: "stopping",
    worker: join(import.meta.dirname, "stopping/worker.ts"),
    datasetOf: ({ web }) => web,
    processes: Number(values.processes ?? 2),
  });
  report(jobs.flatMap((job, at) => crawlOf(job, answers[at])));
}

function crawlOf(job: Job, answered: unknown): Crawl[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- workers of this bench answer with nothing else
  const answer = answered as Answer;
  if (!("failure" in answer)) return [{ job, replays: answer }];
  console.error(`${job.group} | ${job.task} | ${job.strategy}: failed: ${answer.failure}`);
  process.exitCode = 1;
  return [];
}
