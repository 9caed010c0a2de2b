import { fieldsOf } from "../domain/json.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Project } from "./project-schema.ts";

/** A seed with the search that found it. */
export interface FoundSeed {
  readonly query: string;
  /** Its rank among the query's results, from 1. */
  readonly rank: number;
  readonly url: Url;
  readonly title: string;
  /** The engine's extract of the page; missing in runs of an older version. */
  readonly extract?: string;
}

/** The results of a project's searches; a URL occurs once for each query that found it. */
export interface FoundSeeds {
  /** The provider's name in the project file. */
  readonly provider: string;
  readonly found: readonly FoundSeed[];
}

/**
 * Returns the queries whose first results are seeds: the project's own, or the topic when there are
 * none.
 */
export function seedQueries({ seeds, need }: Pick<Project, "seeds" | "need">): readonly string[] {
  const topic = need.topic === undefined ? [] : [need.topic];
  return [...new Set(seeds.queries.length > 0 ? seeds.queries : topic)];
}

/** Returns whether a value read back from JSON is the result of a search. */
export function isFoundSeeds(kept: object): kept is FoundSeeds {
  return "found" in kept && Array.isArray(kept.found) && kept.found.every(isFoundSeed);
}

function isFoundSeed(value: unknown): value is FoundSeed {
  const { url } = fieldsOf(value);
  return typeof url === "string" && canonicalUrl(url).ok;
}
