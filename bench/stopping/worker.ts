/** A process that crawls tasks, each to the end of its web, and replays each crawl by every rule. */

import type { Url } from "../../lib/domain/web/url/url.ts";
import { webCrawlOf } from "../auto/crawl-task.ts";
import { optionFor } from "../auto/strategies.ts";
import type { OpenTask } from "../auto/task.ts";
import { crawledWeb } from "../known-web/crawl-web.ts";
import { answerJobs } from "../pool/answer-jobs.ts";
import { GENERATED } from "./generated.ts";
import { groupNamed } from "./groups.ts";
import { fewestPages, HEURISTICS, type Stopped, stopBy } from "./heuristics.ts";
import { type OrderedWeb, orderedWeb } from "./ordered-web.ts";
import { boundQueue, type QueueBounds } from "./queue-bound.ts";
import { type Replayed, replayControlList, replayDiscovered } from "./replay.ts";

/** A crawl to make and to replay. */
export interface Job {
  readonly group: string;
  readonly task: string;
  readonly strategy: string;
  readonly seed: number;
  /** Replays by each rule, and samples of the queue. */
  readonly replays: number;
  readonly samples: number;
  readonly recall: number;
  readonly confidence: number;
  /** Web of its task. */
  readonly web: string;
}

/** What came of a crawl and its replays. */
export interface Replays {
  readonly pages: number;
  readonly relevant: number;
  /** Pages after which the recorded crawl has the recall, if somebody knew. */
  readonly fewest: number;
  readonly discovered: readonly Replayed[];
  readonly control: readonly Replayed[];
  /** By rule of thumb, then by setting. */
  readonly heuristics: readonly (readonly Stopped[])[];
  readonly queue: QueueBounds;
}

/** A crawl that broke off leaves the others their turn. */
export type Answer = Replays | { readonly failure: string };

/** Pages of a control list. */
const LIST = 50;

answerJobs({
  async doJob(job: Job): Promise<Answer> {
    try {
      return await replaysOf(job);
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  },
});

async function replaysOf(job: Job): Promise<Replays> {
  const { recall } = job;
  const open = await taskOf(job).open(job.seed);
  const { web, queue } = await crawlToTheEnd(open, job);
  const seeds = Array.from({ length: job.replays }, (_, at) => at + 1);
  const known = open.targets.size;
  return {
    pages: web.isRelevant.length,
    relevant: web.isRelevant.filter(Boolean).length,
    fewest: fewestPages(web, recall),
    discovered: seeds.map((seed) => replayDiscovered(web, job, seed)),
    control: seeds.flatMap(
      (seed) => replayControlList(web, job, { seed, size: LIST, known }) ?? [],
    ),
    heuristics: HEURISTICS.map((rule) => rule.settings.map((each) => stopBy(web, rule, each))),
    queue,
  };
}

/** Pages that the strategy fetches; the rest of the web follows in order of discovery. */
const LED = 300;

async function crawlToTheEnd(
  open: OpenTask,
  job: Job,
): Promise<{ readonly web: OrderedWeb; readonly queue: QueueBounds }> {
  const { group, strategy, seed } = job;
  const plan = { group, strategy, seed };
  const option = group === GENERATED.name ? strategy : await optionFor(plan);
  const crawl = { option, budget: LED, plan };
  const asked = await webCrawlOf({ ...open, drawsUnrecorded: false }, crawl);
  const { ports } = await crawledWeb(open.web, asked);
  const fetched: Url[] = [];
  for await (const { url, page } of ports.records.list()) if (page !== undefined) fetched.push(url);
  const isRelevant = (url: Url) => open.targets.has(open.web.identify(url));
  return {
    // Without replays nobody asks for the order: of the queue alone much is measured soon.
    web: await orderedWeb(open, job.replays === 0 ? [] : fetched),
    queue: await boundQueue(ports.frontier, isRelevant, job.samples),
  };
}

function taskOf({ group, task }: Job) {
  const found = groupNamed(group)
    .tasks()
    .find(({ name }) => name === task);
  if (found === undefined) throw new Error(`the group ${group} has no task ${task}`);
  return found;
}
