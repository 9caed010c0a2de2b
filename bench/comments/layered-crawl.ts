import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { CompiledScope } from "../../lib/domain/frontier/scope.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../lib/domain/web/url/url.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { openPlan } from "../../lib/project/plan-crawl.ts";
import { recorded } from "../../lib/run/web/open-web.ts";
import { recordedPorts } from "../../peers/commands/compare/recorded-ports.ts";
import type { CommentWeb } from "./comment-web.ts";

/** Layers after the seeds, as published. */
export const DEPTH = 10;

/** Pages of one layer, and how many of them carry comments. */
export interface Layer {
  readonly pages: number;
  readonly targets: number;
}

/** What one crawl came to. */
export interface LayeredCrawl {
  /** From layer 0, the seeds. */
  readonly layers: readonly Layer[];
  readonly pages: ReadonlySet<Url>;
  /** Hosts with a page that carries comments. */
  readonly hosts: ReadonlySet<Host>;
  /** Pages that the crawl's own indicator judges as the truth does. */
  readonly judgedRight: number;
}

/**
 * Crawls from the home pages. Links to pages that were not recorded are kept out for all strategies
 * alike: they would fill layers with links of which nothing is known. A strategy that knows no layers
 * is cut into layers of the same size. The crawl ends after ten layers, or `pages` where given.
 */
export async function crawlLayers(
  { web, seeds, withComments, unsure }: CommentWeb,
  strategy: Strategy,
  {
    topN,
    seed,
    pages: most = seeds.length + topN * DEPTH,
  }: { readonly topN: number; readonly seed: number; readonly pages?: number },
): Promise<LayeredCrawl> {
  const budget = { pages: most };
  const project = await parseProject(
    JSON.stringify({ name: "comments", seeds: { urls: seeds }, budget, seed }),
    "bench",
  );
  const plan = await openPlan(project, recorded(web), {
    need: NO_NEED,
    foundSeeds: undefined,
    year: 0,
  });
  const scope = withinRecording(plan.scope, new Set(web.urls()));
  const ports = recordedPorts(web, project, strategy);
  await runCrawl(ports, { ...plan, scope, strategy });
  const layers: { pages: number; targets: number }[] = [];
  const pages = new Set<Url>();
  const hosts = new Set<Host>();
  let judgedRight = 0;
  for await (const { url, layer, page } of ports.records.list()) {
    if (page === undefined) continue;
    const isTarget = withComments.has(url);
    const chunk = Math.max(0, Math.ceil((pages.size + 1 - seeds.length) / topN));
    pages.add(url);
    const at = strategy.selection.kind === "layered" ? layer : chunk;
    const counts = (layers[at] ??= { pages: 0, targets: 0 });
    if (unsure.has(url)) continue;
    counts.pages += 1;
    if (page.isTarget === isTarget) judgedRight += 1;
    if (!isTarget) continue;
    counts.targets += 1;
    hosts.add(hostOf(url));
  }
  return { layers, pages, hosts, judgedRight };
}

function withinRecording(scope: CompiledScope, recordedUrls: ReadonlySet<Url>): CompiledScope {
  return (link) =>
    recordedUrls.has(link.url) ? scope(link) : { refusedBy: "pattern", quotas: [] };
}
