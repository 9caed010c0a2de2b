import { type Accounting, type Counted, countPages, type Score, scoreOf } from "./accounting.ts";
import { type Contestant, ORACLE, type SampleSize } from "./contestants.ts";
import type { CrawlJob, OracleJob } from "./jobs.ts";
import type { Quest } from "./quest.ts";
import { doJobs } from "./workers.ts";

/** Seeds of chance, of samples as of examples. */
export const SEEDS = [1, 2, 3];

/** One crawl on one quest, counted. */
export interface Run {
  readonly label: string;
  readonly quest: Quest;
  /** `undefined` of what learns from no sample: it is the same in all accountings. */
  readonly accounting: Accounting | undefined;
  readonly counted: Counted;
  readonly score: Score;
}

/** Crawls to make: each contestant on each quest, a learner in each accounting with each seed. */
export interface Races {
  readonly contestants: readonly Contestant[];
  readonly quests: readonly Quest[];
  readonly accountings: readonly Accounting[];
  /** The quest's own if absent. */
  readonly sampleSize?: SampleSize;
  /** All of {@link SEEDS} if absent. */
  readonly seeds?: readonly number[];
}

/** A run before its crawl was made. */
interface Planned extends Omit<Run, "counted" | "score"> {
  readonly job: CrawlJob;
  readonly uncounted: number;
}

/** Crawls made so far, by job: parts of the bench and quests of one forum share some. */
const made = new Map<string, readonly number[]>();

/** Makes all crawls, those of equal jobs once, and counts them. */
export async function crawlAll(what: string, races: Races): Promise<Run[]> {
  const planned = plan(races);
  const keyOf = (job: CrawlJob) => JSON.stringify(job);
  const jobs = new Map(planned.map(({ job }) => [keyOf(job), job]));
  const toMake = [...jobs].filter(([key]) => !made.has(key));
  const results = await doJobs(
    what,
    toMake.map(([, job]) => job),
  );
  for (const [at, [key]] of toMake.entries()) made.set(key, results[at] ?? []);
  return planned.map(({ job, uncounted, ...run }) =>
    runOf(run, countPages(run.quest, made.get(keyOf(job)) ?? [], uncounted)),
  );
}

/** What the greedy order that knows the truth finds. */
export async function crawlKnowing(quests: readonly Quest[]): Promise<Run[]> {
  const jobs = [...Map.groupBy(quests, ({ forum }) => forum)].map(
    ([forum, quests]): OracleJob => ({ kind: "oracle", forum, quests }),
  );
  const results = await doJobs("oracle", jobs);
  return jobs.flatMap(({ quests }, at) =>
    quests.map((quest, number) => {
      const counted = countPages(quest, results[at]?.[number] ?? [], 0);
      return runOf({ label: ORACLE, quest, accounting: undefined }, counted);
    }),
  );
}

function runOf(run: Omit<Run, "counted" | "score">, counted: Counted): Run {
  return { ...run, counted, score: scoreOf(run.quest, counted) };
}

function plan({ contestants, quests, accountings, sampleSize, seeds = SEEDS }: Races): Planned[] {
  return contestants.flatMap((contestant) =>
    quests.flatMap((quest) => {
      if (!contestant.learns) return [withoutLearning(contestant, quest)];
      const size = sampleSize?.(quest) ?? quest.sampleSize;
      return accountings.flatMap((accounting) =>
        seedsOf(contestant, quest, seeds).map((seed) =>
          withLearning(contestant, quest, { accounting, size, seed }),
        ),
      );
    }),
  );
}

/** Without lots and without an example one crawl is as good as three. */
function seedsOf({ isRandom }: Contestant, { example }: Quest, seeds: readonly number[]) {
  return isRandom || example !== null ? seeds : seeds.slice(0, 1);
}

/** One crawl of the whole forum is enough for all its quests: their budgets are its beginnings. */
function withoutLearning({ label, strategy }: Contestant, quest: Quest): Planned {
  const { forum, mirror } = quest;
  const job = { kind: "crawl", forum, strategy: strategy(0, "counted"), pages: mirror } as const;
  const chance = { learnFrom: null, example: null, seed: 1 };
  return { label, quest, accounting: undefined, job: { ...job, ...chance }, uncounted: 0 };
}

function withLearning(
  { label, strategy }: Contestant,
  quest: Quest,
  {
    accounting,
    size,
    seed,
  }: { readonly accounting: Accounting; readonly size: number; readonly seed: number },
): Planned {
  const uncounted = accounting === "warm" ? size : 0;
  const job: CrawlJob = {
    kind: "crawl",
    forum: quest.forum,
    strategy: strategy(size, accounting),
    pages: quest.budget + uncounted,
    learnFrom: accounting === "free" ? size : null,
    example: quest.example,
    seed,
  };
  return { label, quest, accounting, job, uncounted };
}
