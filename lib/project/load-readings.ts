import type { ReadingPlan } from "../crawl/crawl-plan.ts";
import { loadFeedParser } from "../domain/page/feeds/parse-feed.ts";
import { languageReading } from "./language-reading.ts";
import type { Project } from "./project-schema.ts";

/** The parts of a plan by which pages are read that need a library of their own. */
type LoadedReadings = Pick<ReadingPlan, "languageReading" | "feeds">;

/** Loads what a project reads pages by beside their HTML: the libraries that it asks for, and no others. */
export async function loadReadings(scope: Project["scope"]): Promise<LoadedReadings> {
  return {
    languageReading: await languageReading(scope),
    feeds: scope.feeds ? await loadFeedParser() : undefined,
  };
}
