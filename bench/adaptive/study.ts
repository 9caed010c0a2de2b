import { isRecorded } from "../known-web/labelled-web.ts";
import { plotRuns } from "./curves.ts";
import { type Goals, printGoals } from "./goals.ts";
import { printPublished } from "./paper.ts";
import { printRatios, printRecall, printTasks, printVolumes } from "./report.ts";
import { crawlAll, type Run } from "./run.ts";
import {
  ABLATIONS,
  GREEDY_URLS,
  type NamedStrategy,
  ORACLE,
  OURS,
  PAPER,
  PEER,
  RIVALS,
  WIDE_PEER,
  WITH_HALF,
} from "./strategies.ts";
import type { LabelCounts, Task } from "./task.ts";

/** A corpus with the tasks on it. */
export interface Study {
  readonly title: string;
  readonly tasksOf: (labels: LabelCounts) => readonly Task[];
  readonly labels: LabelCounts;
  /** Seeds of the crawls against rivals; `fewSeeds` are those of crawls with one part changed. */
  readonly seeds: readonly number[];
  readonly fewSeeds: readonly number[];
  readonly goals: Goals;
}

/** Crawls by our default and its rivals for all needs; prints tables and draws curves. */
export async function runStudy(
  { title, tasksOf, labels, seeds, goals }: Study,
  folder: string,
): Promise<void> {
  const tasks = tasksOf(labels);
  if (!areRecorded(title, tasks)) return;
  const experiment = {
    strategies: [OURS, PAPER, ...RIVALS],
    tasks,
    seeds,
    judges: "shared" as const,
  };
  const runs = await crawlAll(title, [experiment]);
  printRecall(`${title}, ${describeLabels(labels)}`, runs);
  printRatios(title, runs, OURS.label);
  printRatios(title, without(runs, [OURS]), PAPER.label);
  for (const share of [0.1, 1]) printVolumes(title, runs, share);
  printTasks(title, runs, [...SHOWN, ORACLE], 0.1);
  printPublished();
  plotRuns(folder, title, runs, [...SHOWN, "best-first", "breadth-first"]);
  printGoals(title, runs, goals);
}

/** Crawls by our default with one part changed, and with half of the labels. */
export async function partsOf({ title, tasksOf, labels, fewSeeds }: Study): Promise<void> {
  const half = { ...labels, good: labels.good / 2, bad: labels.bad / 2 };
  const [tasks, halved] = [tasksOf(labels), tasksOf(half)];
  if (!areRecorded(title, tasks)) return;
  const runs = await crawlAll(`${title}, parts`, [
    { strategies: [OURS, ...ABLATIONS], tasks, seeds: fewSeeds, judges: "shared" },
    { strategies: WITH_HALF, tasks: halved, seeds: fewSeeds, judges: "shared" },
  ]);
  for (const { told: labelled, good } of [
    { told: `one part changed, ${describeLabels(labels)}`, good: labels.good },
    { told: describeLabels(half), good: half.good },
  ]) {
    const some = runs.filter(({ task }) => task.labels.good === good);
    printRecall(`${title}, ${labelled}`, some);
    printRatios(`${title}, ${labelled}`, some, OURS.label);
  }
}

function areRecorded(title: string, tasks: readonly Task[]): boolean {
  if (tasks.every(({ site }) => isRecorded(site))) return true;
  console.log(`skipped: ${title} is not recorded here`);
  return false;
}

function describeLabels({ good, bad }: LabelCounts): string {
  if (good <= 1) return `labelled: ${good === 1 ? "all" : "half of the"} pages of the other sites`;
  return `labelled: ${good} good and ${bad} bad`;
}

const SHOWN = [OURS, PAPER, PEER, WIDE_PEER, GREEDY_URLS].map(({ label }) => label);

function without(runs: readonly Run[], strategies: readonly NamedStrategy[]): Run[] {
  const labels = new Set(strategies.map(({ label }) => label));
  return runs.filter(({ label }) => !labels.has(label));
}
