import type { Project } from "../config/project-schema.ts";
import type { CrawlPlan } from "../crawl/crawl.ts";
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import { compileFields } from "../domain/page/extract-fields.ts";
import type { Strategy } from "../domain/strategy/strategy.ts";
import { canonicalUrl } from "../domain/url/canonical-url.ts";
import { compileScope } from "../domain/url/scope.ts";
import type { Url } from "../domain/url/url.ts";
import { DowserError } from "../errors.ts";
import type { OpenedWeb } from "./open-web.ts";
import { readNeed } from "./read-need.ts";

/** Time a lease holds beyond the longest fetch, in ms: parsing, storing and a busy machine. */
const LEASE_MARGIN_MS = 60_000;

/** A recording ends, so that no calendar in it can go on for ever: none is cut, in whatever year it is read. */
const NO_YEAR = Number.POSITIVE_INFINITY;

/**
 * Turns a project file into what the use cases need, for the web it is to run on; `year` (UTC) is
 * the one in which the crawl began.
 */
export async function planCrawl(
  project: Project,
  opened: OpenedWeb,
  year: number,
): Promise<Omit<CrawlPlan, "strategy">> {
  const { scope, budget, politeness } = project;
  const limits = {
    bodyBytes: budget.bytesPerPage,
    timeoutMs: politeness.timeoutMs,
    // On a recording nothing may depend on the clock; what a page can cost is bounded by its size, too.
    parseMs: opened.isLive ? budget.secondsPerPage * 1000 : Number.POSITIVE_INFINITY,
  };
  const canonical = { dropParameters: scope.dropParameters };
  const seeds = seedUrls(project, canonical);
  return {
    need: await readNeed(project.need, {
      ...opened,
      limits,
      restMs: opened.isLive ? politeness.minDelayMs : 0,
    }),
    seeds,
    scope: compileScope(scope, {
      seeds,
      year: opened.isLive ? year : NO_YEAR,
    }),
    canonical,
    budget: {
      pages: budget.pages,
      bodyBytes: budget.bytes ?? Number.POSITIVE_INFINITY,
      seconds: (budget.hours ?? Number.POSITIVE_INFINITY) * 3600,
    },
    limits,
    mediaTypes: scope.mediaTypes,
    languages: scope.languages,
    politeness: {
      maxCrawlDelayMs: politeness.maxCrawlDelayMs,
      // A recording gives the same answer for ever.
      maxAttempts: opened.isLive ? politeness.maxAttempts : 1,
      maxRedirects: politeness.maxRedirects,
      obeyMetaRobots: opened.isLive,
    },
    extract: compileFields(project.extract),
    concurrency: opened.isLive ? politeness.concurrency : 1,
  };
}

/** How the frontier of this project works; a recording is read as fast as it can be. */
export function frontierPolicy(
  { politeness, frontier, seed }: Project,
  strategy: Strategy,
  { isLive }: Pick<OpenedWeb, "isLive">,
): FrontierPolicy {
  return {
    selection: strategy.selection,
    merge: strategy.merge,
    seed,
    capacity: frontier.capacity,
    leaseMs: politeness.timeoutMs + LEASE_MARGIN_MS,
    connectionsPerHost: politeness.connectionsPerHost,
    minDelayMs: isLive ? politeness.minDelayMs : 0,
  };
}

function seedUrls({ seeds }: Project, canonical: CrawlPlan["canonical"]): Url[] {
  const urls = seeds.urls.flatMap((seed) => {
    const parsed = canonicalUrl(seed, undefined, canonical);
    return parsed.ok ? [parsed.url] : [];
  });
  if (urls.length === 0) {
    throw new DowserError("the project names no seed", {
      code: "no-seeds",
      reaction: "fix-config",
      value: seeds.urls,
      mend: "put at least one URL under seeds.urls",
    });
  }
  return urls;
}
