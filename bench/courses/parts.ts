import { plotHarvests } from "./curves.ts";
import { plotErrors, printErrors } from "./errors.ts";
import { printGoals } from "./goals.ts";
import { printCorrections, printGathering, printHarvests, printShares } from "./report.ts";
import { byLabel, crawlAll } from "./run.ts";
import {
  correctionsOf,
  type NamedStrategy,
  ORACLE,
  OURS,
  PAPER,
  STRATEGIES,
} from "./strategies.ts";
import type { Trial } from "./trial.ts";
import { doJobs } from "./workers.ts";

/** How far the published regressors are off on a site that they know nothing of, as their training set grows. */
export async function errors(trials: readonly Trial[], folder: string): Promise<void> {
  const seeds = new Set(trials.map(({ seed }) => seed));
  const jobs = Array.from(seeds, (seed) => ({ kind: "errors", seed }) as const);
  const found = await doJobs("errors", jobs);
  printErrors(found);
  plotErrors(folder, found);
}

/** What all strategies harvest in tables and curves, beside what is asked. */
export async function harvest(trials: readonly Trial[], folder: string): Promise<void> {
  const runs = await crawlAll("harvest", STRATEGIES, trials);
  printHarvests(runs);
  printShares("all strategies", runs);
  const learned = STRATEGIES.filter((strategy) => strategy.isSame !== true);
  const judging = new Set(learned.map(({ label }) => label));
  printGathering(runs.filter(({ label }) => judging.has(label)));
  plotHarvests(folder, runs);
  printGoals(runs);
}

/** What each form of `link-distance` harvests with each of its corrections on and off. */
export async function corrections(trials: readonly Trial[]): Promise<void> {
  const forms = [OURS, PAPER].map((form) => ({ form, strategies: correctionsOf(form.strategy) }));
  const all = [ORACLE, ...forms.flatMap(({ strategies }) => strategies)];
  const runs = byLabel(await crawlAll("corrections", all, trials));
  const runsOf = ({ label }: NamedStrategy) => runs.get(label) ?? [];
  for (const { form, strategies } of forms)
    printCorrections(`corrections of ${form.label}`, strategies.flatMap(runsOf), runsOf(ORACLE));
}
