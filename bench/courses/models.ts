import { type PathModel, pathModelOf } from "../../lib/domain/methods/link-distance/path-model.ts";
import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PathModelMaker } from "../../lib/domain/methods/strategy-module.ts";

/** What paths taught so far, by what of the settings it depends on. */
const models = new WeakMap<MarkedPaths, Map<string, PathModel>>();

/** How a strategy learns from paths, with its settings. */
export interface Teaching {
  readonly maker: PathModelMaker<unknown>;
  readonly settings: unknown;
  /** Of the settings, the one that what is learned depends on. */
  readonly selfTraining: unknown;
}

/** What paths teach: once for all crawls that learn from them alike, since all that else is set is for the crawl. */
export function modelOf(
  { maker, settings, selfTraining }: Teaching,
  marked: MarkedPaths,
  seed: number,
): PathModel {
  const key = JSON.stringify([maker.variant, selfTraining, seed]);
  const ofPaths = models.get(marked) ?? new Map<string, PathModel>();
  models.set(marked, ofPaths);
  const model = ofPaths.get(key) ?? pathModelOf(maker.variant, maker.learn(settings, marked, seed));
  ofPaths.set(key, model);
  return model;
}
