import { basename } from "node:path";
import type { ReportedProject } from "./report-sources.ts";
import type { CrawlRequest } from "./run-report.ts";

/**
 * Returns the request of a run for publication: recordings appear by name only, as their folders
 * are private. Parts that the run does not have yet are empty.
 */
export function crawlRequest(kept: Partial<ReportedProject>): CrawlRequest {
  const { name = "", need, seeds, strategy, scope, politeness, web = "live" } = kept;
  const recordings = web === "live" ? undefined : web.map((path) => basename(path));
  return {
    name,
    strategy: strategy?.name ?? "",
    need: {
      topic: need?.topic,
      words: need?.words ?? [],
      ontology: need?.ontology && basename(need.ontology),
      terms: Object.keys(need?.terms ?? {}).length,
      good: need?.good.length ?? 0,
      bad: need?.bad.length ?? 0,
      examplePage: need?.examplePage,
      hasPaths: need?.paths !== undefined,
      files: need?.files?.types ?? [],
      detect: need?.detect,
    },
    seeds: seeds?.urls ?? [],
    queries: seeds?.queries ?? [],
    recordings,
    contact: politeness?.contact,
    minDelayMs: politeness?.minDelayMs ?? 0,
    connectionsPerHost: politeness?.connectionsPerHost ?? 1,
    scope: {
      hosts: scope?.hosts ?? "",
      allowHosts: scope?.allowHosts ?? [],
      denyHosts: scope?.denyHosts ?? [],
      allowPatterns: scope?.allowPatterns ?? [],
      denyPatterns: scope?.denyPatterns ?? [],
      languages: scope?.languages ?? [],
      mediaTypes: scope?.mediaTypes ?? [],
      maxDepth: scope?.maxDepth,
    },
    project: JSON.parse(JSON.stringify(published(kept, recordings))),
  };
}

/** Most seeds that a published project names; a list of seeds may be as long as a corpus. */
const MOST_SEEDS = 100;

function published(
  kept: Partial<ReportedProject>,
  recordings: readonly string[] | undefined,
): object {
  const web = recordings ?? "live";
  const { seeds } = kept;
  if (seeds?.file === undefined) return { ...kept, web };
  const named = { ...seeds, file: basename(seeds.file), urls: seeds.urls.slice(0, MOST_SEEDS) };
  return { ...kept, seeds: named, web };
}
