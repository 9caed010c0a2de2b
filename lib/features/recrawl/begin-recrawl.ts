/** How a recrawl begins: from the crawl before, and without what speaks of a crawl from its seeds. */

import type { CrawlPlan, CrawlPorts } from "../../crawl/crawl-plan.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import type { KnownVisits } from "./earlier-visits.ts";

/** The crawl that a recrawl comes from, as far as the recrawl begins with it. */
interface CrawlBefore {
  readonly log: Pick<RunLog, "list">;
  readonly models: Pick<ModelStore, "get">;
}

/**
 * Lets a recrawl that has not begun go on with the last model of the crawl before, and with what its
 * need knew: it does not judge its first pages by less. Does nothing when that crawl has no model.
 */
export async function beginRecrawl(
  { models, log, clock }: Pick<CrawlPorts, "models" | "log" | "clock">,
  before: CrawlBefore,
): Promise<void> {
  if ((await log.list()).some(({ kind }) => kind === "trained")) return;
  const events = await before.log.list();
  const trained = events.findLast(({ kind }) => kind === "trained");
  const hash = trained?.detail["model"];
  const json = typeof hash === "string" ? await before.models.get(hash) : undefined;
  if (trained === undefined || json === undefined) return;
  const model = await models.put(json);
  const at = clock.now();
  const { labels, seen, ...held } = updatesOf(events).state;
  // The pages that it was trained on are not among those of the recrawl.
  const learned = { labels, seen, ...held, model, pages: 0 };
  const kind = labels > 0 ? "labelled" : "sampled";
  if (labels + seen > 0) await log.append({ at, kind, detail: learned });
  await log.append({
    at,
    kind: "trained",
    detail: { ...trained.detail, model, pages: 0, rescored: 0 },
  });
}

/**
 * Returns the seeds that no earlier crawl has fetched, and the pages of sitemaps that none has
 * discovered: the others are visited in their turn.
 */
export async function unvisitedSeeds(
  earlier: Pick<KnownVisits, "visit" | "knows">,
  seeds: readonly Url[],
  listed: readonly Url[],
): Promise<readonly Url[]> {
  const unvisited: Url[] = [];
  for (const seed of seeds) if ((await earlier.visit(seed)) === undefined) unvisited.push(seed);
  for (const page of listed) if (!(await earlier.knows(page))) unvisited.push(page);
  return unvisited;
}

/**
 * Returns the plan of a recrawl: it has no rule to stop by and composes no queries, which speak of a
 * crawl from its seeds.
 */
export function planOfRecrawl(plan: CrawlPlan, pages: number | undefined): CrawlPlan {
  const budget = { ...plan.budget, pages: pages ?? plan.budget.pages };
  return { ...plan, budget, stop: undefined, queries: undefined };
}

/**
 * Returns the policy of a recrawl. It has no layers: they are counted from the seeds, and it begins with
 * all pages. It draws no links by chance: they are for a rule to stop by.
 */
export function recrawlPolicy({
  drawsByChance: _drawsByChance,
  selection,
  ...policy
}: FrontierPolicy): FrontierPolicy {
  return { ...policy, selection: selection.kind === "layered" ? { kind: "best" } : selection };
}

/** Returns a project as its recrawl has it: without a rule to stop by and without queries. */
export function asRecrawl<
  Asked extends { readonly stop?: unknown },
  Search extends object,
  Recrawl,
>(
  { stop: _stop, search, ...project }: Asked & { readonly search?: Search | undefined },
  recrawl: Recrawl,
) {
  return { ...project, ...(search && { search: { ...search, compose: undefined } }), recrawl };
}
