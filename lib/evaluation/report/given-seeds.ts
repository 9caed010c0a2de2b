import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { FoundSeeds } from "../../project/found-seeds.ts";
import type { Project } from "../../project/project-schema.ts";
import type { GivenSeed } from "../seed-outcomes.ts";
import type { GivenSeeds } from "./report-sources.ts";

/**
 * Returns the seeds of a crawl as they were given: the lines of the list that is kept of them, then the
 * other URLs of the project, then what a search found, each once. There are none where its project is
 * not known.
 */
export function givenSeeds(
  { seeds, scope }: Partial<Project>,
  foundSeeds: FoundSeeds | undefined,
  kept: (scope: Project["scope"]) => AsyncIterable<GivenSeed> | Iterable<GivenSeed> = () => [],
): GivenSeeds {
  const found = foundSeeds?.found ?? [];
  return {
    count: (seeds?.urls.length ?? 0) + found.length,
    async *list() {
      if (seeds === undefined || scope === undefined) return;
      const given = new Set<Url>();
      for await (const seed of kept(scope)) {
        if (seed.url !== undefined) given.add(seed.url);
        yield seed;
      }
      for (const [from, texts] of [
        ["project", seeds.urls],
        ["search", found.map(({ url }) => url)],
      ] as const) {
        for (const text of texts) {
          const parsed = canonicalUrl(text, undefined, scope);
          if (!parsed.ok || given.has(parsed.url)) continue;
          given.add(parsed.url);
          yield { from, line: undefined, text, url: parsed.url, leftOut: undefined };
        }
      }
    },
  };
}
