/** The whole plan of a crawl: the project compiled, the features that it uses opened, and their libraries loaded. */
import type { CrawlPlan, ReadingPlan } from "../crawl/crawl-plan.ts";
import type { OpenedRules } from "../features/feature.ts";
import type { WebFacts } from "../features/manifest.ts";
import { openRules } from "../features/open-rules.ts";
import { languageReading } from "./language-reading.ts";
import { type InitialState, planCrawl } from "./plan-crawl.ts";
import type { Project } from "./project-schema.ts";

/** Makes the plan of a crawl, but for its strategy. */
export async function openPlan(
  project: Project,
  web: WebFacts,
  inputs: InitialState,
): Promise<Omit<CrawlPlan, "strategy">> {
  return { ...planCrawl(project, web, inputs), ...(await loadReadings(project, web)) };
}

/** The parts of a plan that need a library of their own. */
type LoadedReadings = OpenedRules & Pick<ReadingPlan, "languageReading">;

/** Loads what a project reads pages by beside their HTML: the libraries that it asks for, and no others. */
export async function loadReadings(project: Project, web: WebFacts): Promise<LoadedReadings> {
  return {
    languageReading: await languageReading(project.scope),
    ...(await openRules(project, web)),
  };
}
