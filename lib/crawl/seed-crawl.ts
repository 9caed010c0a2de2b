import type { OfferedLink, Quota, Snippet } from "../domain/frontier/link.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Web } from "../ports/web.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";

/** Priority of a seed: the user's own choice ranks above every prediction. */
export const SEED_PRIORITY = 1e6;

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
