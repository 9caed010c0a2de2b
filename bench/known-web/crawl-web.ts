import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { recorded } from "../../lib/cli/web/open-web.ts";
import { recordedPorts } from "../../lib/cli/web/recorded-ports.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Need, Strategy } from "../../lib/domain/strategy/strategy.ts";
import type { CompiledScope } from "../../lib/domain/url/scope.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { planCrawl } from "../../lib/project/plan-crawl.ts";
import type { Project } from "../../lib/project/project-schema.ts";

/** A crawl by the engine, as a project asks for it. */
export interface WebCrawl {
  readonly project: Project;
  readonly strategy: Strategy;
  readonly need: Need;
  /** Pages that may be fetched: links to others could be followed by no crawl, and none is to be led by them. */
  readonly pages: ReadonlySet<Url>;
  /** Who is asked the queries that it composes. */
  readonly engine?: SearchProvider | undefined;
}

/** A page with what its crawl took it for. */
export interface Fetched {
  readonly url: Url;
  readonly isJudged: boolean;
}

/** The pages of a crawl of a recorded web, in order of fetching. */
export async function crawlWeb(web: RecordedWeb, crawl: WebCrawl): Promise<Fetched[]> {
  const { project, strategy, need, pages, engine } = crawl;
  const plan = planCrawl(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
  const ports = recordedPorts(web, project, strategy, engine);
  await runCrawl(ports, { ...plan, scope: within(pages), strategy });
  const fetched: Fetched[] = [];
  for await (const { url, page } of ports.records.list())
    if (page !== undefined) fetched.push({ url, isJudged: page.isTarget });
  return fetched;
}

function within(pages: ReadonlySet<Url>): CompiledScope {
  return ({ url }) => ({ refusedBy: pages.has(url) ? undefined : "pattern", quotas: [] });
}
