import { canonicalUrl } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import type { Project } from "./project-schema.ts";

/** A seed with the search that gave it. */
export interface FoundSeed {
  readonly query: string;
  /** Its place among the query's results, from 1. */
  readonly rank: number;
  readonly url: Url;
  readonly title: string;
  /** The engine's extract of the page; runs of an older version have none. */
  readonly extract?: string;
}

/** What the searches of a project gave; a URL stands once for each query that found it. */
export interface FoundSeeds {
  /** As the project names it. */
  readonly provider: string;
  readonly found: readonly FoundSeed[];
}

/** The queries whose first results are seeds: the project's own, the topic where there is none. */
export function seedQueries({ seeds, need }: Pick<Project, "seeds" | "need">): readonly string[] {
  const topic = need.topic === undefined ? [] : [need.topic];
  return [...new Set(seeds.queries.length > 0 ? seeds.queries : topic)];
}

/** Whether what was read back from JSON is what a search gave. */
export function isFoundSeeds(kept: object): kept is FoundSeeds {
  return "found" in kept && Array.isArray(kept.found) && kept.found.every(isFoundSeed);
}

function isFoundSeed(value: unknown): value is FoundSeed {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    typeof value.url === "string" &&
    canonicalUrl(value.url).ok
  );
}
