import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan, CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { CompiledScope } from "../../lib/domain/frontier/scope.ts";
import type { Need, Strategy } from "../../lib/domain/methods/strategy.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { LabelEntry } from "../../lib/ports/label-store.ts";
import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { openPlan } from "../../lib/project/plan-crawl.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import { recorded } from "../../lib/run/web/open-web.ts";
import { recordedPorts } from "../../peers/commands/compare/recorded-ports.ts";

/** A crawl by the engine, as a project asks for it. */
export interface WebCrawl {
  readonly project: Project;
  readonly strategy: Strategy;
  readonly need: Need;
  /** Pages that may be fetched: no crawl is led by other recorded ones. */
  readonly pages: ReadonlySet<Url>;
  /**
   * Whether a link elsewhere is in scope: it is drawn in vain, as a live crawl would have paid for
   * it. Without it no such link is drawn.
   */
  readonly tries?: (url: Url) => boolean;
  /** Labels that people gave before it begins. */
  readonly labels?: readonly LabelEntry[];
  /** Who is asked the queries that it composes. */
  readonly engine?: SearchProvider | undefined;
}

/** A page with what its crawl took it for. */
export interface Fetched {
  readonly url: Url;
  readonly isJudged: boolean;
}

/** The pages of a crawl in order of fetching. */
export interface FetchedPages {
  readonly pages: readonly Fetched[];
  /** Draws before each of these pages that led to none. */
  readonly unrecorded: readonly number[];
}

/** Crawls a recorded web in the order of a strategy, and returns what the crawl leaves. */
export async function crawledWeb(
  web: RecordedWeb,
  crawl: WebCrawl,
): Promise<{ readonly ports: CrawlPorts; readonly plan: CrawlPlan }> {
  const { project, strategy, need, labels = [], engine } = crawl;
  const opened = await openPlan(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
  const plan = { ...opened, scope: within(opened.scope, crawl), strategy };
  const ports = recordedPorts(web, project, strategy, engine);
  await ports.labels.append(labels);
  await runCrawl(ports, plan);
  return { ports, plan };
}

/** Crawls a recorded web in the order of a strategy. */
export async function crawlWeb(web: RecordedWeb, crawl: WebCrawl): Promise<FetchedPages> {
  const { ports } = await crawledWeb(web, crawl);
  return fetchedPages(ports);
}

/** Returns the pages that a crawl has left. */
export async function fetchedPages({
  records,
}: Pick<CrawlPorts, "records">): Promise<FetchedPages> {
  const pages: Fetched[] = [];
  const unrecorded: number[] = [];
  let misses = 0;
  for await (const { url, page, reason } of records.list()) {
    if (page !== undefined) {
      pages.push({ url, isJudged: page.isTarget });
      unrecorded.push(misses);
    } else if (reason !== "redirect") misses += 1;
  }
  return { pages, unrecorded };
}

function within(
  scope: CompiledScope,
  { pages, tries }: Pick<WebCrawl, "pages" | "tries">,
): CompiledScope {
  return (link) => {
    if (pages.has(link.url)) return { refusedBy: undefined, quotas: [] };
    return tries?.(link.url) === true ? scope(link) : { refusedBy: "pattern", quotas: [] };
  };
}
