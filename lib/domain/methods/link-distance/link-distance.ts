import type { Json } from "../../json.ts";
import { loadPeers } from "../load-peers.ts";
import type { MarkedPaths } from "../marked-paths.ts";
import type { Need, Strategy } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { dowserTrainer } from "./dowser/dowser-trainer.ts";
import { type LinkDistanceSettings, linkDistanceOptions } from "./options.ts";
import { type PathModel, pathModelOf, requirePathModel } from "./path-model.ts";
import type { PathTrainer } from "./path-trainer.ts";
import { requirePaths } from "./require-paths.ts";

/** `link-distance`: links by a model trained on click paths to targets on other sites. */
export const linkDistance = strategyModule({
  name: "link-distance",
  description: "Links by what click paths to targets on other sites teach (Effland).",
  options: linkDistanceOptions,
  modelOption: "model",
  create: towardsTargets,
});

interface LinkDistanceContext {
  readonly seed: number;
}

/** Growth of the crawl between two trainings: a tenth of the pages, with a minimum. */
const GROWTH = 0.1;
const LEAST_GROWTH = 5;

/**
 * By variant: the paper's predicts the relevance of the way itself, ours that of the pages behind
 * it.
 */
const LINKS_PREDICT = { paper: "page", dowser: "page-or-behind" } as const;

/**
 * Creates a strategy that reaches targets on sites without training paths. Click paths to targets
 * of other sites show what lies on the way. The links with the highest predictions come first. The
 * variant decides what is learned from paths, and how.
 */
async function towardsTargets(
  settings: LinkDistanceSettings,
  { seed }: LinkDistanceContext,
): Promise<Strategy> {
  const { variant, online, siblingShortfall } = settings;
  const teaching = await teachingOf(settings, seed);
  const lessons = new WeakMap<MarkedPaths, Json>();
  const taughtBy = (marked: MarkedPaths): Json => {
    const known = lessons.get(marked) ?? teaching.learn(marked);
    lessons.set(marked, known);
    return known;
  };
  const lessonFor = (need: Need): Json =>
    need.pathModel === undefined
      ? taughtBy(requirePaths("link-distance", need))
      : requirePathModel(need.pathModel, variant);
  return {
    name: "link-distance",
    selection: { kind: "best" },
    merge: "greater",
    linksPredict: LINKS_PREDICT[variant],
    checkNeed: (need) => {
      if (need.pathModel === undefined) requirePaths("link-distance", need);
      else requirePathModel(need.pathModel, variant);
      return undefined;
    },
    train: (evidence, need) => teaching.train(lessonFor(need), evidence, need),
    compile: (model) => teaching.compile(model),
    isStale: ({ pages, pagesAtTraining }) =>
      (online || siblingShortfall > 0) &&
      pages - pagesAtTraining >= Math.max(LEAST_GROWTH, GROWTH * pagesAtTraining),
  };
}

/**
 * Trains a model on click paths, to be stored as a file for crawls of other sites. The same paths
 * give the same model.
 */
export async function trainPathModel(
  settings: LinkDistanceSettings,
  marked: MarkedPaths,
  { seed }: LinkDistanceContext,
): Promise<PathModel> {
  const teaching = await teachingOf(settings, seed);
  return pathModelOf(settings.variant, teaching.learn(marked));
}

async function teachingOf(settings: LinkDistanceSettings, seed: number): Promise<PathTrainer> {
  if (settings.variant === "dowser") return dowserTrainer(settings, seed);
  return (await loadPeers.paperTrainer())(settings, seed);
}
