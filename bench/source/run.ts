import { type Accounting, type Counted, countPages, type Score, scoreOf } from "./accounting.ts";
import type { CrawlJob, FetchedPage, OracleJob } from "./jobs.ts";
import { type NamedStrategy, ORACLE, type SampleSize } from "./strategies.ts";
import type { Task } from "./task.ts";
import { doJobs } from "./workers.ts";

/** Seeds of chance, of samples as of examples. */
export const SEEDS = [1, 2, 3];

/** One crawl on one task, counted. */
export interface Run {
  readonly label: string;
  readonly task: Task;
  /** `undefined` of what learns from no sample: it is the same in all accountings. */
  readonly accounting: Accounting | undefined;
  readonly counted: Counted;
  readonly score: Score;
}

/** Crawls to make: each strategy on each task, a learner in each accounting with each seed. */
export interface Experiment {
  readonly strategies: readonly NamedStrategy[];
  readonly tasks: readonly Task[];
  readonly accountings: readonly Accounting[];
  /** The task's own if absent. */
  readonly sampleSize?: SampleSize;
  /** All of {@link SEEDS} if absent. */
  readonly seeds?: readonly number[];
}

/** A run before its crawl was made. */
interface Planned extends Omit<Run, "counted" | "score"> {
  readonly job: CrawlJob;
  readonly uncounted: number;
}

/** Crawls made so far, by job: parts of the bench and tasks of one forum share some. */
const made = new Map<string, readonly FetchedPage[]>();

/** Makes all crawls, those of equal jobs once, and counts them. */
export async function crawlAll(what: string, experiment: Experiment): Promise<Run[]> {
  const planned = plan(experiment);
  const keyOf = (job: CrawlJob) => JSON.stringify(job);
  const jobs = new Map(planned.map(({ job }) => [keyOf(job), job]));
  const toMake = [...jobs].filter(([key]) => !made.has(key));
  const results = await doJobs(
    what,
    toMake.map(([, job]) => job),
  );
  for (const [at, [key]] of toMake.entries()) made.set(key, results[at] ?? []);
  return planned.map(({ job, uncounted, ...run }) =>
    runOf(run, countPages(run.task, made.get(keyOf(job)) ?? [], uncounted)),
  );
}

/** What the greedy order that knows the truth finds. */
export async function crawlOracles(tasks: readonly Task[]): Promise<Run[]> {
  const jobs = [...Map.groupBy(tasks, ({ forum }) => forum)].map(
    ([forum, tasks]): OracleJob => ({ kind: "oracle", forum, tasks }),
  );
  const results = await doJobs("oracle", jobs);
  return jobs.flatMap(({ tasks }, at) =>
    tasks.map((task, number) => {
      const counted = countPages(task, results[at]?.[number] ?? [], 0);
      return runOf({ label: ORACLE, task, accounting: undefined }, counted);
    }),
  );
}

function runOf(run: Omit<Run, "counted" | "score">, counted: Counted): Run {
  return { ...run, counted, score: scoreOf(run.task, counted) };
}

function plan({
  strategies,
  tasks,
  accountings,
  sampleSize,
  seeds = SEEDS,
}: Experiment): Planned[] {
  return strategies.flatMap((named) =>
    tasks.flatMap((task) => {
      if (!named.learns) return [withoutLearning(named, task)];
      const size = sampleSize?.(task) ?? task.sampleSize;
      return accountings.flatMap((accounting) =>
        seedsOf(named, task, seeds).map((seed) =>
          withLearning(named, task, { accounting, size, seed }),
        ),
      );
    }),
  );
}

/** Without lots and without an example one crawl is as good as three. */
function seedsOf({ isRandom }: NamedStrategy, { example }: Task, seeds: readonly number[]) {
  return isRandom || example !== null ? seeds : seeds.slice(0, 1);
}

/** One crawl of the whole forum is enough for all its tasks: their budgets are its beginnings. */
function withoutLearning({ label, strategy }: NamedStrategy, task: Task): Planned {
  const { forum, mirror } = task;
  const job = { kind: "crawl", forum, strategy: strategy(0, "counted"), pages: mirror } as const;
  const chance = { learnFrom: null, example: null, seed: 1 };
  return { label, task, accounting: undefined, job: { ...job, ...chance }, uncounted: 0 };
}

function withLearning(
  { label, strategy }: NamedStrategy,
  task: Task,
  {
    accounting,
    size,
    seed,
  }: { readonly accounting: Accounting; readonly size: number; readonly seed: number },
): Planned {
  const uncounted = accounting === "warm" ? size : 0;
  const job: CrawlJob = {
    kind: "crawl",
    forum: task.forum,
    strategy: strategy(size, accounting),
    pages: task.budget + uncounted,
    learnFrom: accounting === "free" ? size : null,
    example: task.example,
    seed,
  };
  return { label, task, accounting, job, uncounted };
}
