import type { Draw, DrawRequest } from "../ports/frontier.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";

/** Why nothing more is drawn. */
export type Stop = "budget-pages" | "budget-bytes" | "budget-seconds" | "frontier-empty";

export type FetchPlan =
  | { readonly kind: "fetch"; readonly draw: Draw }
  /** Leases in flight may use up the rest of the budget: settle some, then ask again. */
  | { readonly kind: "wait" }
  /** Nothing of a layer is left: train if the strategy wants to, begin the next, then ask again. */
  | { readonly kind: "layer-done" }
  | { readonly kind: "stop"; readonly why: Stop };

/** How the crawl stands between two draws. */
export interface CrawlState {
  /** Leases drawn and not settled. */
  readonly inFlight: number;
  /** Seconds spent crawling so far. */
  readonly seconds: number;
}

/** Draws at most `limit` links, as far as the budget allows even if all of them become pages. */
export async function planFetches(
  { frontier, records, clock }: Pick<CrawlPorts, "frontier" | "records" | "clock">,
  { budget }: Pick<CrawlPlan, "budget">,
  { limit, turn }: Pick<DrawRequest, "limit" | "turn">,
  { inFlight, seconds }: CrawlState,
): Promise<FetchPlan> {
  const { pages, bodyBytes } = await records.totals();
  if (pages >= budget.pages) return { kind: "stop", why: "budget-pages" };
  if (bodyBytes >= budget.bodyBytes) return { kind: "stop", why: "budget-bytes" };
  if (seconds >= budget.seconds) return { kind: "stop", why: "budget-seconds" };
  const room = Math.min(limit, budget.pages - pages - inFlight);
  if (room <= 0) return { kind: "wait" };
  const draw = await frontier.draw({ limit: room, now: clock.now(), turn });
  if (draw.layerDone) return { kind: "layer-done" };
  if (draw.leases.length === 0 && draw.nextReadyAt === undefined && inFlight === 0) {
    return { kind: "stop", why: "frontier-empty" };
  }
  return { kind: "fetch", draw };
}
