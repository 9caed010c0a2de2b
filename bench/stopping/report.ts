import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { HEURISTICS, type Stopped } from "./heuristics.ts";
import type { Replayed } from "./replay.ts";
import type { Job, Replays } from "./worker.ts";

/** A crawl with its replays. */
export interface Crawl {
  readonly job: Job;
  readonly replays: Replays;
}

const left = (title: string) => ({ title, align: "left" as const });

/** Prints how many statements hold, what they cost, and what rules of thumb do at equal cost. */
export function report(crawls: readonly Crawl[]): void {
  const replayed = crawls.reduce((sum, { replays }) => sum + replays.discovered.length, 0);
  const tasks = byTask(crawls);
  console.log(`\n${replayed} replays of ${crawls.length} crawls of ${tasks.size} tasks`);
  if (replayed > 0) printGroups(crawls);
  if (replayed > 0) printRules(crawls);
  printQueues(crawls);
}

/** Prints how often the bound on the relevant pages in the queue holds, and how wide it is. */
function printQueues(crawls: readonly Crawl[]): void {
  const full = crawls.filter(({ replays: { queue } }) => queue.waiting > queue.verdicts);
  const rowOf = (name: string, some: readonly Crawl[]) => {
    const queues = some.map(({ replays }) => replays.queue);
    const holds = queues.map(({ most, relevant }) => share(most, (each) => each >= relevant));
    const mean = (of: (queue: (typeof queues)[number]) => number) =>
      fixed(meanOf(queues.map(of)), 0);
    return [
      name,
      String(some.length),
      mean(({ waiting }) => waiting),
      mean(({ relevant }) => relevant),
      mean(({ verdicts }) => verdicts),
      fixed(meanOf(holds), 3),
      fixed(Math.min(...holds), 3),
      mean(({ most }) => meanOf(most)),
      mean(({ estimated }) => meanOf(estimated)),
    ];
  };
  const rows = full.map((crawl) => rowOf(`${crawl.job.group}, ${crawl.job.strategy}`, [crawl]));
  printTable(
    "the most relevant pages in the queue after 300 pages, by a sample of it: bounds that hold",
    [
      left("crawl"),
      ...["crawls", "queued", "relevant", "verdicts", "hold", "lowest", "bound", "estimate"].map(
        figures,
      ),
    ],
    [...rows, rowOf("all", full)],
  );
}

function printGroups(crawls: readonly Crawl[]): void {
  const groups = Map.groupBy(crawls, ({ job }) => job.group);
  const rows = [...groups, ["all", crawls] as const].map(([name, ofGroup]) => {
    const replays = ofGroup.flatMap(({ replays }) => replays.discovered);
    const stopped = replays.filter(({ isStopped }) => isStopped);
    const shares = [...byTask(ofGroup).values()].map((each) => shareHeld(each));
    return [
      name,
      String(byTask(ofGroup).size),
      String(replays.length),
      fixed(meanOf(ofGroup.map(({ replays: { pages } }) => pages)), 0),
      fixed(meanOf(ofGroup.map(({ replays: { relevant } }) => relevant)), 0),
      fixed(
        share(replays, ({ held }) => held),
        3,
      ),
      fixed(Math.min(...shares), 3),
      fixed(stopped.length / replays.length, 2),
      fixed(meanOf(stopped.map(({ recall }) => recall)), 3),
      fixed(meanOf(ofGroup.map(({ replays: { fewest, pages } }) => fewest / pages)), 2),
      fixed(
        meanOf(ofGroup.map(({ replays: { discovered, pages } }) => pagesOf(discovered) / pages)),
        2,
      ),
      fixed(meanOf(replays.map(({ verdicts }) => verdicts)), 0),
    ];
  });
  printTable(
    "the rule of the discovered, by group of tasks: statements that hold, and what they cost",
    [
      left("group"),
      ...["tasks", "replays", "pages", "relevant", "hold", "lowest task", "stopped"].map(figures),
      ...["recall then", "fewest pages", "pages fetched", "verdicts"].map(figures),
    ],
    rows,
  );
}

/** What a rule comes to on one crawl. */
interface Outcome {
  readonly task: string;
  /** Of the web's pages. */
  readonly cost: number;
  readonly recall: number;
  readonly isReached: boolean;
}

function printRules(crawls: readonly Crawl[]): void {
  const recall = crawls[0]?.job.recall ?? 0;
  const reached = ({ recall: had }: Stopped) => had >= recall;
  const replayed = (choose: (replays: Replays) => readonly Replayed[]): Outcome[] =>
    crawls.flatMap(({ job, replays }) =>
      choose(replays).map((each) => ({
        ...{ task: taskOf(job), cost: each.pages / replays.pages, recall: each.recall },
        isReached: !each.isStopped || reached(each),
      })),
    );
  const guarantee = replayed(({ discovered }) => discovered);
  const cost = meanOf(guarantee.map((each) => each.cost));
  const rules = HEURISTICS.map(({ name, settings }, rule) => {
    const tried = settings.map((setting, at) => ({
      setting,
      outcomes: crawls.flatMap(({ job, replays }): Outcome[] => {
        const stopped = replays.heuristics[rule]?.[at];
        if (stopped === undefined) return [];
        const { pages, recall: had } = stopped;
        return [
          {
            task: taskOf(job),
            cost: pages / replays.pages,
            recall: had,
            isReached: reached(stopped),
          },
        ];
      }),
    }));
    const off = ({ outcomes }: (typeof tried)[number]) =>
      Math.abs(meanOf(outcomes.map((each) => each.cost)) - cost);
    const [nearest] = tried.toSorted((a, b) => off(a) - off(b));
    return [`${name}: ${nearest?.setting}`, nearest?.outcomes ?? []] as const;
  });
  const rows = [
    ["draws by chance (of the discovered)", guarantee] as const,
    ["control list of 50 (of all relevant pages)", replayed(({ control }) => control)] as const,
    ...rules,
  ].map(([name, outcomes]) => {
    const ofTasks = [...Map.groupBy(outcomes, ({ task }) => task).values()];
    const shares = ofTasks.map((each) => share(each, ({ isReached }) => isReached));
    return [
      name,
      String(outcomes.length),
      fixed(meanOf(outcomes.map((each) => each.cost)), 3),
      fixed(
        share(outcomes, ({ isReached }) => isReached),
        3,
      ),
      fixed(Math.min(...shares), 3),
      fixed(meanOf(outcomes.map((each) => each.recall)), 3),
      fixed(Math.min(...outcomes.map((each) => each.recall)), 3),
    ];
  });
  printTable(
    `rules to stop by: crawls that do not end before they have a recall of ${recall}; rules of thumb at the setting of most equal cost`,
    [
      left("rule: setting"),
      ...["cases", "pages ÷ web", "not before", "lowest task", "mean recall", "least recall"].map(
        figures,
      ),
    ],
    rows,
  );
}

function byTask(crawls: readonly Crawl[]): ReadonlyMap<string, readonly Crawl[]> {
  return Map.groupBy(crawls, ({ job }) => taskOf(job));
}

function taskOf({ group, task }: Job): string {
  return `${group} | ${task}`;
}

function shareHeld(crawls: readonly Crawl[]): number {
  return share(
    crawls.flatMap(({ replays }) => replays.discovered),
    ({ held }) => held,
  );
}

function pagesOf(replays: readonly Replayed[]): number {
  return meanOf(replays.map(({ pages }) => pages));
}

function share<T>(all: readonly T[], is: (each: T) => boolean): number {
  return all.filter(is).length / all.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}
