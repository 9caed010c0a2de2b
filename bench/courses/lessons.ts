import type { Lesson } from "../../lib/domain/strategy/link-distance/lesson.ts";
import { teachPaths } from "../../lib/domain/strategy/link-distance/link-distance.ts";
import type { LinkDistanceSettings } from "../../lib/domain/strategy/link-distance/options.ts";
import type { MarkedPaths } from "../../lib/domain/strategy/marked-paths.ts";

/** What paths taught so far, by what of the settings it depends on. */
const lessons = new WeakMap<MarkedPaths, Map<string, Promise<Lesson>>>();

/** What paths teach: once for all crawls that learn from them alike, since all that else is set is for the crawl. */
export function lessonOf(
  settings: LinkDistanceSettings,
  marked: MarkedPaths,
  seed: number,
): Promise<Lesson> {
  const { variant, selfTraining } = settings;
  const key = JSON.stringify([variant, selfTraining, seed]);
  const ofPaths = lessons.get(marked) ?? new Map<string, Promise<Lesson>>();
  lessons.set(marked, ofPaths);
  const lesson = ofPaths.get(key) ?? teachPaths(settings, marked, { seed });
  ofPaths.set(key, lesson);
  return lesson;
}
