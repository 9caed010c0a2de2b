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
import { isRecorded } from "./labelled-web.ts";
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

/** Crawls by all contestants for all needs, told in tables and curves. */
export async function race(
  { title, questsOf, labels, seeds, fewSeeds, goals }: Race,
  folder: string,
): Promise<void> {
  const quests = questsOf(labels);
  if (!quests.every(({ site }) => isRecorded(site))) {
    console.log(`skipped: ${title} is not recorded here`);
    return;
  }
  const half = { good: labels.good / 2, bad: labels.bad / 2 };
  const heats = [
    { contestants: [OURS, PAPER, ...RIVALS], quests, seeds },
    { contestants: ABLATIONS, quests, seeds: fewSeeds },
    { contestants: WITH_HALF, quests: questsOf(half), seeds: fewSeeds },
  ];
  const runs = await crawlAll(title, heats);
  const full = runs.filter(({ quest }) => quest.labels.good === labels.good);
  printRivals(`${title}, ${told(labels)}`, without(full, ABLATIONS));
  const parts = without(full, [PAPER, ...RIVALS]).filter(({ seed }) => fewSeeds.includes(seed));
  printRecall(`${title}, one part changed, seeds ${fewSeeds.join(", ")}`, parts);
  printRatios(`${title}, one part changed`, parts, OURS.label);
  const halved = runs.filter(({ quest }) => quest.labels.good === half.good);
  const toldHalf = `${title}, ${told(half)}`;
  printRecall(toldHalf, halved);
  printRatios(toldHalf, halved, OURS.label);
  printPublished();
  plotRuns(folder, title, full, [...SHOWN, "best-first", "breadth-first"]);
  printGoals(title, full, goals);
}

function told({ good, bad }: LabelCounts): string {
  if (good <= 1) return `labelled: ${good === 1 ? "all" : "half of the"} pages of the other sites`;
  return `labelled: ${good} good and ${bad} bad`;
}

const SHOWN = [OURS, PAPER, PEER, WIDE_PEER, GREEDY_URLS].map(({ label }) => label);

function printRivals(title: string, runs: readonly Run[]): void {
  printRecall(title, runs);
  printRatios(title, runs, OURS.label);
  printRatios(title, without(runs, [OURS]), PAPER.label);
  for (const share of [0.1, 1]) printVolumes(title, runs, share);
  printQuests(title, runs, [...SHOWN, ORACLE], 0.1);
}

function without(runs: readonly Run[], contestants: readonly Contestant[]): Run[] {
  const labels = new Set(contestants.map(({ label }) => label));
  return runs.filter(({ label }) => !labels.has(label));
}
