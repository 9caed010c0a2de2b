import type { Project } from "../../config/project-schema.ts";
import type { MarkedPath } from "../../domain/strategy/marked-paths.ts";
import type { Url } from "../../domain/url/url.ts";

/**
 * Makes a project for the training crawl of click paths: breadth-first from all pages of the paths,
 * and one link further. It keeps the project's politeness, and its rules about URLs that are never
 * fetched. The hosts and pages of the crawl itself do not apply: training learns from other sites.
 * In scope are the hosts of the paths' pages, or their registrable domains when the project allows
 * any host.
 */
export function trainingProject(project: Project, paths: readonly MarkedPath[]): Project {
  const { name, need, scope, budget, politeness, frontier, seed } = project;
  const { bytesPerPage, secondsPerPage, trainingPages } = budget;
  return {
    name,
    politeness,
    frontier,
    seed,
    search: undefined,
    extract: {},
    need: { good: [], bad: [], paths: need.paths },
    seeds: { urls: pagesOf(paths), queries: [], sitemaps: false },
    strategy: { name: "breadth-first" },
    scope: {
      ...scope,
      hosts: scope.hosts === "any" ? "seed-domains" : scope.hosts,
      allowHosts: [],
      allowPatterns: [],
      maxDepth: 1,
    },
    budget: { pages: trainingPages, bytesPerPage, secondsPerPage, trainingPages },
  };
}

/**
 * Lists the pages of the paths, each once: all start pages, then the pages one click away, and so
 * on. So a budget that does not reach all neighbours leaves some for each site.
 */
function pagesOf(paths: readonly MarkedPath[]): Url[] {
  const longest = paths.reduce((most, { length }) => Math.max(most, length), 0);
  const steps = Array.from({ length: longest }, (_, step) =>
    paths.flatMap((path) => path.slice(step, step + 1)),
  );
  return [...new Set(steps.flat())];
}
