import type { OfferedLink } from "../domain/frontier/link.ts";
import type { ComposedQuery, ScoredLink } from "../domain/strategy/strategy.ts";
import { canonicalUrl, hostOf } from "../domain/url/canonical-url.ts";
import type { ScopeVerdict } from "../domain/url/scope.ts";
import type { Url } from "../domain/url/url.ts";
import { offeredLinks } from "./admit-links.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl-plan.ts";

/** A result of a search, as it is kept. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly extract: string;
}

/** Distance from the seeds of a query's results: the answer stands for a page that links to them. */
const RESULT_DEPTH = 1;

/** Priority of a result where the strategy has no opinion. */
const PLAIN_PRIORITY = 1;

/**
 * The results of a query as links to offer, in the engine's order: what is in scope with its score, the
 * rest refused with its rule. Their snippets name the query. They are no seeds: a training scores them
 * anew, and rules about depth hold.
 */
export function resultLinks(
  results: readonly FoundPage[],
  { query }: Pick<ComposedQuery, "query">,
  { web }: Pick<CrawlPorts, "web">,
  plan: Pick<CrawlPlan, "canonical" | "scope">,
  model: TrainedModel,
): readonly OfferedLink[] {
  const verdicts = new Map<Url, ScopeVerdict>();
  const scored: ScoredLink[] = [];
  for (const [index, { url: reference, title, extract }] of results.entries()) {
    const parsed = canonicalUrl(reference, undefined, plan.canonical);
    if (!parsed.ok) continue;
    const url = web.identify(parsed.url);
    if (verdicts.has(url)) continue;
    const verdict = plan.scope({ url, host: hostOf(url), depth: RESULT_DEPTH });
    verdicts.set(url, verdict);
    if (verdict.refusedBy !== undefined) continue;
    const snippet = { anchor: title, before: "", after: extract, title: "", query };
    const place = `result ${index + 1} of the query ${JSON.stringify(query)}`;
    const score = model.compiled.scoreResult?.({ url, snippet });
    scored.push({ url, snippet, priority: PLAIN_PRIORITY, group: "", why: place, ...score });
  }
  const origin = { depth: RESULT_DEPTH, redirects: 0, parent: undefined, model: model.hash };
  return offeredLinks(verdicts, scored, origin, "strategy");
}
