import type { Project } from "../config/project-schema.ts";
import type { Url } from "../domain/url/url.ts";
import type { SearchProvider } from "../ports/search-provider.ts";

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

/** Asks each query of a project once and tells what came on standard error; `undefined` without a search. */
export async function searchSeeds(
  project: Project,
  engine: SearchProvider | undefined,
): Promise<FoundSeeds | undefined> {
  const { search } = project;
  if (search === undefined || engine === undefined) return undefined;
  const found: FoundSeed[] = [];
  for (const query of seedQueries(project)) {
    found.push(...(await searchOnce(engine, query, search)));
  }
  return { provider: search.provider, found };
}

async function searchOnce(
  engine: SearchProvider,
  query: string,
  { provider, results: limit }: NonNullable<Project["search"]>,
): Promise<FoundSeed[]> {
  const { results, leftOut } = await engine.search(query, limit);
  const strange = leftOut === 0 ? "" : `; ${leftOut} that are no http(s) URLs were left out`;
  process.stderr.write(
    `search ${JSON.stringify(query)}: ${results.length} results from ${provider}${strange}\n`,
  );
  return results.map(({ url, title, extract }, index) => ({
    query,
    rank: index + 1,
    url,
    title,
    extract,
  }));
}
