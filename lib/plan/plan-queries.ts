import type { Project } from "../config/project-schema.ts";
import type { CrawlPlan, QueryPlan, SearchCost } from "../crawl/crawl-plan.ts";
import type { Snippet } from "../domain/frontier/link.ts";
import { canonicalUrl } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import { type FoundSeeds, seedQueries } from "./found-seeds.ts";

/** The queries that a project lets its crawl compose; `undefined` where it lets it compose none. */
export function planQueries(project: Project): QueryPlan | undefined {
  const { search } = project;
  if (search?.compose === undefined) return undefined;
  const { queries: most, every } = search.compose;
  return { most, every, results: search.results, asked: seedQueries(project) };
}

/** What the queries of a crawl cost, those that found its seeds included; `undefined` without an engine. */
export function searchCost(
  project: Project,
  foundSeeds: FoundSeeds | undefined,
): SearchCost | undefined {
  const { search } = project;
  if (search === undefined) return undefined;
  const seedsAsked = foundSeeds === undefined ? 0 : seedQueries(project).length;
  return { dollarsPerQuery: search.dollarsPerQuery, seedQueries: seedsAsked };
}

/** What the engine said of the seeds that it found, by URL; of several queries the first that found one. */
export function seedSnippets(
  foundSeeds: FoundSeeds | undefined,
  canonical: CrawlPlan["canonical"],
): ReadonlyMap<Url, Snippet> {
  const snippets = new Map<Url, Snippet>();
  for (const { url, query, title, extract = "" } of foundSeeds?.found ?? []) {
    const parsed = canonicalUrl(url, undefined, canonical);
    if (!parsed.ok || snippets.has(parsed.url)) continue;
    snippets.set(parsed.url, { anchor: title, before: "", after: extract, title: "", query });
  }
  return snippets;
}
