import { linkDistanceOptions } from "../../lib/domain/strategy/link-distance/options.ts";
import { CONTESTANTS, type Contestant, mendsOf, ORACLE } from "./contestants.ts";
import { plotHarvests } from "./curves.ts";
import { plotErrors, printErrors } from "./errors.ts";
import { printGoals } from "./goals.ts";
import { printGathering, printHarvests, printMends, printShares } from "./report.ts";
import { byLabel, crawlAll } from "./run.ts";
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

/** What all contestants harvest, told in tables and curves, beside what is asked. */
export async function harvest(trials: readonly Trial[], folder: string): Promise<void> {
  const runs = await crawlAll("harvest", CONTESTANTS, trials);
  printHarvests(runs);
  printShares("all contestants", runs);
  const learned = CONTESTANTS.filter((contestant) => contestant.isSame !== true);
  const judging = new Set(learned.map(({ label }) => label));
  printGathering(runs.filter(({ label }) => judging.has(label)));
  plotHarvests(folder, runs);
  printGoals(runs);
}

/** What each variant harvests with each of its mends on and off. */
export async function mends(trials: readonly Trial[]): Promise<void> {
  const variants = (["dowser", "paper"] as const).map((variant) => {
    return { variant, contestants: mendsOf(linkDistanceOptions.parse({ variant })) };
  });
  const all = [ORACLE, ...variants.flatMap(({ contestants }) => contestants)];
  const runs = byLabel(await crawlAll("mends", all, trials));
  const runsOf = ({ label }: Contestant) => runs.get(label) ?? [];
  for (const { variant, contestants } of variants)
    printMends(`mends of ${variant}`, contestants.flatMap(runsOf), runsOf(ORACLE));
}
