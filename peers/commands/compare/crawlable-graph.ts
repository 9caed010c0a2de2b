import { admitLinks } from "../../../lib/crawl/admit-links.ts";
import type { CrawlPlan } from "../../../lib/crawl/crawl-plan.ts";
import { viewPage } from "../../../lib/crawl/judge-page.ts";
import { languageAllowed } from "../../../lib/domain/frontier/scope.ts";
import { type LinkGraph, linkGraph } from "../../../lib/domain/methods/graph/link-graph.ts";
import { fileTypeOf } from "../../../lib/domain/methods/wanted-file.ts";
import { isPdf } from "../../../lib/domain/page/pdf/pdf-document.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import type { Clock } from "../../../lib/ports/clock.ts";
import type { Web } from "../../../lib/ports/web.ts";

/** The plan that a graph is made by. */
type GraphPlan = Omit<CrawlPlan, "strategy">;

/** All pages that crawls of a plan can reach, with the links that they may follow. */
interface CrawlableGraph {
  readonly graph: LinkGraph;
  /** Numbers of the pages of the seeds, redirects followed. */
  readonly seeds: readonly number[];
}

/**
 * Reads a recorded web from the seeds as far as links in scope lead. Redirects cost a crawl no
 * page: a link to a redirect counts as a link to its target. The graph has each link that any crawl
 * may follow. Depths are minimal, and neither quotas nor the capacity of a frontier leave anything
 * out.
 */
export async function crawlableGraph(
  ports: { readonly web: Web; readonly clock: Pick<Clock, "now"> },
  plan: GraphPlan,
): Promise<CrawlableGraph> {
  const reading = new Reading(ports, plan);
  const starts = plan.seeds.map((seed) => ports.web.identify(seed));
  await reading.readFrom(starts);
  return reading.graphFrom(starts);
}

/** Reads breadth first, so that each page is read at its minimal depth. */
class Reading {
  readonly #ports: { readonly web: Web; readonly clock: Pick<Clock, "now"> };
  readonly #plan: GraphPlan;
  readonly #pages = new Map<Url, readonly Url[]>();
  readonly #redirects = new Map<Url, Url>();

  constructor(ports: { readonly web: Web; readonly clock: Pick<Clock, "now"> }, plan: GraphPlan) {
    this.#ports = ports;
    this.#plan = plan;
  }

  async readFrom(starts: readonly Url[]): Promise<void> {
    const discovered = new Set<Url>();
    let level = starts.filter((url) => this.#isInScope(url, 0));
    for (let depth = 0; level.length > 0; depth += 1) {
      const next: Url[] = [];
      // Redirects add to the level while the loop goes through it.
      for (const url of level) {
        if (discovered.has(url)) continue;
        discovered.add(url);
        const { redirect, outlinks } = await this.#read(url, depth);
        if (redirect !== undefined) level.push(redirect);
        for (const link of outlinks) if (!discovered.has(link)) next.push(link);
      }
      level = next;
    }
  }

  graphFrom(starts: readonly Url[]): CrawlableGraph {
    const graph = linkGraph(
      Array.from(this.#pages, ([url, links]) => ({
        url,
        outlinks: links.flatMap((link) => this.#endOf(link) ?? []),
      })),
    );
    const seeds = starts.flatMap((url) => graph.numbers.get(this.#endOf(url) ?? url) ?? []);
    return { graph, seeds: [...new Set(seeds)] };
  }

  async #read(
    url: Url,
    depth: number,
  ): Promise<{ readonly redirect?: Url; readonly outlinks: readonly Url[] }> {
    const { web, clock } = this.#ports;
    const { canonical, files, limits, mediaTypes, languages, languageReading, scope } = this.#plan;
    const outcome = await web.fetch(url, limits);
    if (outcome.kind === "redirect") {
      const redirect = web.identify(outcome.location);
      if (!this.#isInScope(redirect, depth)) return { outlinks: [] };
      this.#redirects.set(url, redirect);
      return { redirect, outlinks: [] };
    }
    if (outcome.kind !== "page") return { outlinks: [] };
    if (fileTypeOf(files, outcome) !== undefined) {
      this.#pages.set(url, []);
      return { outlinks: [] };
    }
    // A feed is no page.
    if (this.#plan.reads.some((rule) => rule.isNoPage?.(outcome) === true)) return { outlinks: [] };
    if (outcome.mediaType !== "" && !mediaTypes.includes(outcome.mediaType))
      return { outlinks: [] };
    // The links of PDFs are not read here.
    if (isPdf(outcome)) {
      this.#pages.set(url, []);
      return { outlinks: [] };
    }
    const { view } = viewPage(outcome, canonical, limits, clock, { languages: languageReading });
    const { page } = admitLinks(view, depth + 1, web, scope);
    const isFollowed = languageAllowed(languages, view.language);
    const outlinks = isFollowed ? [...new Set(page.anchors.map((anchor) => anchor.url))] : [];
    this.#pages.set(url, outlinks);
    return { outlinks };
  }

  #isInScope(url: Url, depth: number): boolean {
    return this.#plan.scope({ url, host: hostOf(url), depth }).refusedBy === undefined;
  }

  /**
   * Returns the page that a link leads to after redirects; `undefined` when it leads to no page.
   */
  #endOf(link: Url): Url | undefined {
    const passed = new Set<Url>();
    let url: Url | undefined = link;
    while (url !== undefined && !this.#pages.has(url) && !passed.has(url)) {
      passed.add(url);
      url = this.#redirects.get(url);
    }
    return url !== undefined && this.#pages.has(url) ? url : undefined;
  }
}
