/** Links enter the frontier: seeds first, then what pages and queries offer, if scope and strategy allow. */
import type { OfferedLink, Quota, Snippet } from "../domain/frontier/link.ts";
import type { CompiledScope, ScopeVerdict } from "../domain/frontier/scope.ts";
import type { ScoredLink } from "../domain/methods/strategy.ts";
import type { Anchor, PageView } from "../domain/page/page-view.ts";
import { changedView } from "../domain/page/view-parts.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { DowserError } from "../errors.ts";
import type { Web } from "../ports/web.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";
import type { GroupWeights } from "./link-tally.ts";

/** The scope's verdict on a link, or the rule of the page that leaves the link out. */
type LinkVerdict = Omit<ScopeVerdict, "refusedBy"> & {
  readonly refusedBy: ScopeVerdict["refusedBy"] | "rel-nofollow";
};

/** A page's links, sorted by whether they are in scope. */
interface AdmittedLinks {
  /**
   * The page as the link estimator sees it: only with anchors in scope, under the URLs that this
   * web knows.
   */
  readonly page: PageView;
  readonly verdicts: ReadonlyMap<Url, LinkVerdict>;
}

/** Identifies each link's page, and asks the scope once for each distinct URL. */
export function admitLinks(
  page: PageView,
  depth: number,
  web: Pick<Web, "identify">,
  scope: CompiledScope,
): AdmittedLinks {
  const verdicts = new Map<Url, ScopeVerdict>();
  const anchors: Anchor[] = [];
  for (const anchor of page.anchors) {
    const url = web.identify(anchor.url);
    let verdict = verdicts.get(url);
    if (verdict === undefined) {
      verdict = scope({ url, host: hostOf(url), depth });
      verdicts.set(url, verdict);
    }
    if (verdict.refusedBy === undefined)
      anchors.push(url === anchor.url ? anchor : { ...anchor, url });
  }
  return { page: changedView(page, { anchors }), verdicts };
}

/** Leaves out the links that the page marks `rel="nofollow"` at any of their occurrences. */
export function skipRelNofollow({ page, verdicts }: AdmittedLinks): AdmittedLinks {
  const isMarked = ({ rel }: Anchor) => rel.includes("nofollow");
  const followed = new Set(
    page.anchors.filter((anchor) => !isMarked(anchor)).map(({ url }) => url),
  );
  const ruled = Array.from(verdicts, ([url, verdict]): [Url, LinkVerdict] => {
    const isLeftOut = verdict.refusedBy === undefined && !followed.has(url);
    return [url, isLeftOut ? { ...verdict, refusedBy: "rel-nofollow" } : verdict];
  });
  const anchors = page.anchors.filter(({ url }) => followed.has(url));
  return { page: changedView(page, { anchors }), verdicts: new Map(ruled) };
}

/** Priority of a seed: the user's own choice ranks above every prediction. */
export const SEED_PRIORITY = 1e6;

/**
 * Highest priority of a link that is no seed. Seeds rank above it, also when several predictions
 * add up.
 */
export const MOST_PREDICTED = SEED_PRIORITY / 2;

/** The properties that all links of one page share. */
type LinkOrigin = Pick<OfferedLink, "depth" | "redirects" | "parent" | "model">;

/**
 * The reason why links in scope are not offered: the strategy drops them, or the page's links are
 * not followed.
 */
export type SkipReason = "strategy" | "nofollow" | "language";

/**
 * Returns the links in the form the frontier takes: scored ones, and refused ones with their rule.
 * A link in scope that has no score is refused by `leftOutBy`, so that no URL disappears uncounted.
 */
export function offeredLinks(
  verdicts: ReadonlyMap<Url, LinkVerdict>,
  scored: readonly ScoredLink[],
  origin: LinkOrigin,
  skipReason: SkipReason,
): OfferedLink[] {
  const links: OfferedLink[] = [];
  const offered = new Set<Url>();
  for (const { url, priority, group, snippet, why } of scored) {
    const quotas = verdicts.get(url)?.quotas ?? [];
    const host = hostOf(url);
    links.push({
      url,
      host,
      priority: Math.min(priority, MOST_PREDICTED),
      group,
      snippet,
      why,
      ...origin,
      quotas,
      refusedBy: undefined,
    });
    offered.add(url);
  }
  const refused = { priority: 0, group: "", snippet: undefined, why: "", ...origin, quotas: [] };
  for (const [url, { refusedBy = skipReason }] of verdicts)
    if (!offered.has(url)) links.push({ url, host: hostOf(url), ...refused, refusedBy });
  return links;
}

/**
 * Offers the seeds to a frontier that knows no link yet; does nothing on a resumed crawl. All are
 * offered in one step, however many: a crash in the middle leaves none, and the next start offers
 * them again.
 */
export async function seedCrawl(
  ports: Pick<CrawlPorts, "frontier"> & { readonly web: Pick<Web, "identify"> },
  plan: CrawlPlan,
): Promise<void> {
  if (await isUnseeded(ports.frontier)) await offerSeeds(ports, plan, plan.seeds);
}

/** Offers seeds, in one step; those that are known stay as they are, or are worth as much as a seed from now on. */
export async function offerSeeds(
  { frontier, web }: Pick<CrawlPorts, "frontier"> & { readonly web: Pick<Web, "identify"> },
  plan: CrawlPlan,
  seeds: readonly Url[],
): Promise<void> {
  await frontier.offer(
    seeds.map((seed) => seedLink(web.identify(seed), plan.seedSnippets?.get(seed), plan)),
  );
}

/** Returns true until the first link is stored. */
export async function isUnseeded(
  frontier: Pick<CrawlPorts["frontier"], "count">,
): Promise<boolean> {
  const { states } = await frontier.count();
  return Object.values(states).every((count) => count === 0);
}

function seedLink(url: Url, snippet: Snippet | undefined, plan: CrawlPlan): OfferedLink {
  const host = hostOf(url);
  const verdict = plan.scope({ url, host, depth: 0 });
  return {
    url,
    host,
    priority: SEED_PRIORITY,
    group: "",
    depth: 0,
    redirects: 0,
    parent: undefined,
    snippet,
    why: "seed",
    model: "",
    quotas: verdict.quotas.map(unlimitedHosts),
    refusedBy: verdict.refusedBy,
  };
}

/** Lifts the limit of hosts: those that the user names are no trap, but they count. */
function unlimitedHosts(quota: Quota): Quota {
  return quota.counts === "hosts" ? { ...quota, limit: Number.POSITIVE_INFINITY } : quota;
}

/**
 * The result of asking because no link is left. An error is the engine's, and says why it did not
 * answer.
 */
export type Asked = "asked" | "nothing-to-ask" | DowserError;

/** A source of links beside the pages that a crawl fetches: a search engine, or earlier crawls. */
export interface MoreLinks {
  /** Dollars paid for it so far. */
  readonly dollars: number;
  /** Offers links, if it is time for some. */
  askIfDue(model: TrainedModel, weights: GroupWeights): Promise<void>;
  /** Offers links because none can be fetched before `until`, in ms since the epoch, if that is worth it. */
  askIfIdle?(until: number): Promise<boolean>;
  /** Offers links because none is left. */
  askForMore(model: TrainedModel, weights: GroupWeights): Promise<Asked>;
}

/** The source of a crawl that asks nobody. */
export const NO_MORE_LINKS: MoreLinks = {
  dollars: 0,
  askIfDue: async () => {},
  askForMore: async () => "nothing-to-ask",
};
