import { type Site, UNIVERSITIES } from "../known-web/site.ts";

/** What is looked for. */
export const TARGETS = "course";

/** A site that is crawled after paths on the others. JSON, since workers are sent it. */
export interface Trial {
  readonly site: Site;
  /** Of the paths that are marked, and of chance in the crawl. */
  readonly seed: number;
}

/** Paths that are marked on each site. */
export const PATHS = 10;

/** Pages that a crawl may fetch. */
export const BUDGET = 300;

/** Of the paths that are drawn. */
export const SEEDS: readonly number[] = [1, 2, 3, 4, 5];

/** Each site after paths on all others, drawn with each seed. */
export function allTrials(): Trial[] {
  return UNIVERSITIES.flatMap((site) => SEEDS.map((seed) => ({ site, seed })));
}

/** The sites that a trial has paths of. */
export function trainingSites({ site }: Pick<Trial, "site">): Site[] {
  return UNIVERSITIES.filter(({ name }) => name !== site.name);
}
