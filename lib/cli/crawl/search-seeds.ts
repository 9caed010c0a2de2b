import type { Project } from "../../config/project-schema.ts";
import { type FoundSeed, type FoundSeeds, seedQueries } from "../../plan/found-seeds.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";

/**
 * Asks each query of a project once and reports the results on standard error; returns `undefined`
 * when the project has no search.
 */
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
