/** What a comparison reads off the curves of crawls. */
import { type HarvestCurve, harvestRate } from "../../../lib/domain/measures/harvest-rate.ts";

/**
 * Returns the harvest rate of the first `pages` fetched, in [0,1]; pages without a verdict are left
 * out. A crawl that ended earlier has no targets in the rest. The curve must have one point per
 * page.
 */
export function harvestWithin(curve: HarvestCurve, pages: number): number {
  const [, targets, unjudged = 0] = pointAt(curve, pages);
  return harvestRate(targets, pages - unjudged);
}

/** Returns the target pages among the first `pages` fetched. */
export function targetsWithin(curve: HarvestCurve, pages: number): number {
  const [, targets] = pointAt(curve, pages);
  return targets;
}

function pointAt(curve: HarvestCurve, pages: number): HarvestCurve[number] {
  return curve[Math.min(pages, curve.length) - 1] ?? [0, 0];
}

/** A moment of a crawl at which crawls are compared. */
export interface Checkpoint {
  /** Share of the budget, in (0,1]. */
  readonly share: number;
  /** Pages fetched by then, from 1. */
  readonly pages: number;
}

/** Shares of the budget at which crawls are compared. */
const CHECKPOINT_SHARES = [0.1, 0.25, 0.5, 1];

/** Returns the checkpoints of a budget in pages, from 1. */
export function checkpointsOf(budget: number): Checkpoint[] {
  return CHECKPOINT_SHARES.map((share) => ({
    share,
    pages: Math.max(1, Math.round(share * budget)),
  }));
}

/** Returns the positions of the targets on a curve that has one point a page. */
export function foundOn(curve: HarvestCurve): number[] {
  return curve.flatMap(([fetched, targets], at) =>
    targets > (curve[at - 1]?.[1] ?? 0) ? [fetched] : [],
  );
}
