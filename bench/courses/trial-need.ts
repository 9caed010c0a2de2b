import type { MarkedPaths, Need } from "../../lib/domain/methods/strategy.ts";
import type { StrategyChoice } from "../../lib/domain/methods/strategy-module.ts";
import { checkStrategy } from "../../lib/project/strategy-choice.ts";
import { modelOf } from "./models.ts";
import { needFor } from "./needs.ts";
import { joinPaths, markSite, siteOf } from "./target-site.ts";
import { PATHS, type Trial, trainingSites } from "./trial.ts";

/**
 * Returns what a strategy is told in a trial. A strategy with a path model is given the model of the paths, which
 * is trained once for all crawls that learn alike.
 */
export async function trialNeed(trial: Trial, choice: StrategyChoice): Promise<Need> {
  const marked = await pathsOf(trial);
  const need = needFor(choice.name, marked);
  const checked = await checkStrategy(choice);
  const maker = checked.ok ? checked.module.pathModel : undefined;
  if (!checked.ok || maker === undefined) return need;
  const { settings } = checked;
  const { selfTraining } = checked.choice;
  return { ...need, pathModel: modelOf({ maker, settings, selfTraining }, marked, trial.seed) };
}

const drawn = new Map<string, Promise<MarkedPaths>>();

/** The paths that a trial begins with, drawn once a process. */
function pathsOf(trial: Trial): Promise<MarkedPaths> {
  const name = JSON.stringify(trial);
  const known = drawn.get(name) ?? drawPathsOf(trial);
  drawn.set(name, known);
  return known;
}

async function drawPathsOf(trial: Trial): Promise<MarkedPaths> {
  const { seed } = trial;
  const marked = trainingSites(trial).map(async (site) =>
    markSite(await siteOf(site), { paths: PATHS, seed }),
  );
  return joinPaths(await Promise.all(marked));
}
