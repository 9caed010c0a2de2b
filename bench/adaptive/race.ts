import { isRecorded } from "../known-web/labelled-web.ts";
import {
  ABLATIONS,
  type Contestant,
  GREEDY_URLS,
  ORACLE,
  OURS,
  PAPER,
  PEER,
  RIVALS,
  WIDE_PEER,
  WITH_HALF,
} from "./contestants.ts";
import { plotRuns } from "./curves.ts";
import { type Goals, printGoals } from "./goals.ts";
import { printPublished } from "./paper.ts";
import type { LabelCounts, Quest } from "./quest.ts";
import { printQuests, printRatios, printRecall, printVolumes } from "./report.ts";
import { crawlAll, type Run } from "./run.ts";

/** A corpus with what is looked for in it. */
export interface Race {
  readonly title: string;
  readonly questsOf: (labels: LabelCounts) => readonly Quest[];
  readonly labels: LabelCounts;
  /** Seeds of the crawls against rivals, and those of them that crawls with one part changed are made with. */
  readonly seeds: readonly number[];
  readonly fewSeeds: readonly number[];
  readonly goals: Goals;
}

/** Crawls by our default and its rivals for all needs, told in tables and curves. */
export async function race(
  { title, questsOf, labels, seeds, goals }: Race,
  folder: string,
): Promise<void> {
  const quests = questsOf(labels);
  if (!areRecorded(title, quests)) return;
  const heat = { contestants: [OURS, PAPER, ...RIVALS], quests, seeds };
  const runs = await crawlAll(title, [heat]);
  printRecall(`${title}, ${told(labels)}`, runs);
  printRatios(title, runs, OURS.label);
  printRatios(title, without(runs, [OURS]), PAPER.label);
  for (const share of [0.1, 1]) printVolumes(title, runs, share);
  printQuests(title, runs, [...SHOWN, ORACLE], 0.1);
  printPublished();
  plotRuns(folder, title, runs, [...SHOWN, "best-first", "breadth-first"]);
  printGoals(title, runs, goals);
}

/** Crawls by our default with one part changed, and with half of the labels. */
export async function partsOf({ title, questsOf, labels, fewSeeds }: Race): Promise<void> {
  const half = { good: labels.good / 2, bad: labels.bad / 2 };
  const [quests, halved] = [questsOf(labels), questsOf(half)];
  if (!areRecorded(title, quests)) return;
  const runs = await crawlAll(`${title}, parts`, [
    { contestants: [OURS, ...ABLATIONS], quests, seeds: fewSeeds },
    { contestants: WITH_HALF, quests: halved, seeds: fewSeeds },
  ]);
  for (const { told: labelled, good } of [
    { told: `one part changed, ${told(labels)}`, good: labels.good },
    { told: told(half), good: half.good },
  ]) {
    const some = runs.filter(({ quest }) => quest.labels.good === good);
    printRecall(`${title}, ${labelled}`, some);
    printRatios(`${title}, ${labelled}`, some, OURS.label);
  }
}

function areRecorded(title: string, quests: readonly Quest[]): boolean {
  if (quests.every(({ site }) => isRecorded(site))) return true;
  console.log(`skipped: ${title} is not recorded here`);
  return false;
}

function told({ good, bad }: LabelCounts): string {
  if (good <= 1) return `labelled: ${good === 1 ? "all" : "half of the"} pages of the other sites`;
  return `labelled: ${good} good and ${bad} bad`;
}

const SHOWN = [OURS, PAPER, PEER, WIDE_PEER, GREEDY_URLS].map(({ label }) => label);

function without(runs: readonly Run[], contestants: readonly Contestant[]): Run[] {
  const labels = new Set(contestants.map(({ label }) => label));
  return runs.filter(({ label }) => !labels.has(label));
}
