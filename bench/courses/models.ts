import { trainPathModel } from "../../lib/domain/methods/link-distance/link-distance.ts";
import type { LinkDistanceSettings } from "../../lib/domain/methods/link-distance/options.ts";
import type { PathModel } from "../../lib/domain/methods/link-distance/path-model.ts";
import type { MarkedPaths } from "../../lib/domain/methods/marked-paths.ts";

/** What paths taught so far, by what of the settings it depends on. */
const models = new WeakMap<MarkedPaths, Map<string, Promise<PathModel>>>();

/** What paths teach: once for all crawls that learn from them alike, since all that else is set is for the crawl. */
export function modelOf(
  settings: LinkDistanceSettings,
  marked: MarkedPaths,
  seed: number,
): Promise<PathModel> {
  const { variant, selfTraining } = settings;
  const key = JSON.stringify([variant, selfTraining, seed]);
  const ofPaths = models.get(marked) ?? new Map<string, Promise<PathModel>>();
  models.set(marked, ofPaths);
  const model = ofPaths.get(key) ?? trainPathModel(settings, marked, { seed });
  ofPaths.set(key, model);
  return model;
}
