import type { Project } from "../../config/project-schema.ts";
import type { MarkedPath } from "../../domain/strategy/marked-paths.ts";
import type { Url } from "../../domain/url/url.ts";

/**
 * The training crawl of click paths as a project of its own: breadth-first from all pages of the paths,
 * and one link further. It keeps to the project's manners and to what it never fetches; which hosts and
 * pages the crawl itself is for says nothing of the sites that it learns from: those are in reach by the
 * hosts of the paths' pages, or by their registrable domains where the project allows any host.
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
 * The pages of the paths, each once: all start pages, then what is one click away, and so on, so that a
 * budget that does not reach all neighbours leaves each site some.
 */
function pagesOf(paths: readonly MarkedPath[]): Url[] {
  const longest = paths.reduce((most, { length }) => Math.max(most, length), 0);
  const steps = Array.from({ length: longest }, (_, step) =>
    paths.flatMap((path) => path.slice(step, step + 1)),
  );
  return [...new Set(steps.flat())];
}
