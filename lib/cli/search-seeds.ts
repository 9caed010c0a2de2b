import type { Project } from "../config/project-schema.ts";
import type { Url } from "../domain/url/url.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import { openSearch, type PageLimits } from "./open-search.ts";
import type { OpenedWeb } from "./open-web.ts";

/** A seed with the search that gave it. */
export interface FoundSeed {
  readonly query: string;
  /** Its place among the query's results, from 1. */
  readonly rank: number;
  readonly url: Url;
  readonly title: string;
}

/** What the searches of a project gave; a URL stands once for each query that found it. */
export interface FoundSeeds {
  /** As the project names it. */
  readonly provider: string;
  readonly found: readonly FoundSeed[];
}

/** Asks each query of a project once and tells what came on standard error; `undefined` without a search. */
export async function searchSeeds(
  { search, seeds, need, politeness }: Project,
  opened: Pick<OpenedWeb, "recording">,
  pageLimits: PageLimits,
): Promise<FoundSeeds | undefined> {
  if (search === undefined) return undefined;
  // The project's schema refuses a search with neither.
  const queries = seeds.queries.length > 0 ? seeds.queries : [need.topic ?? ""];
  const engine = await openSearch(search, politeness, opened, pageLimits);
  try {
    const found: FoundSeed[] = [];
    for (const query of new Set(queries)) {
      found.push(...(await searchOnce(engine.provider, query, search)));
    }
    return { provider: search.provider, found };
  } finally {
    engine.close();
  }
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
  return results.map(({ url, title }, index) => ({ query, rank: index + 1, url, title }));
}
