/**
 * Points of a harvest curve: pages fetched, targets among them, and pages of them without a
 * verdict, which count neither way; none when the third is absent.
 */
export type HarvestCurve = readonly (readonly [
  fetched: number,
  targets: number,
  unjudged?: number,
])[];

/** Returns the harvest rate: target pages ÷ pages fetched, in [0,1]; 0 before the first page. */
export function harvestRate(targets: number, fetched: number): number {
  return fetched === 0 ? 0 : targets / fetched;
}

/**
 * Returns the target recall: target pages fetched ÷ known target pages, in [0,1]; `null` when none
 * is known.
 */
export function targetRecall(targets: number, known: number | undefined): number | null {
  return known === undefined || known === 0 ? null : targets / known;
}

/** Returns one point per page, in order of fetching; `undefined` is a page without a verdict. */
export function harvestCurve(isTarget: Iterable<boolean | undefined>): HarvestCurve {
  const curve: [number, number, number?][] = [];
  let [targets, unjudged] = [0, 0];
  for (const hit of isTarget) {
    if (hit === true) targets += 1;
    if (hit === undefined) unjudged += 1;
    const fetched = curve.length + 1;
    curve.push(unjudged === 0 ? [fetched, targets] : [fetched, targets, unjudged]);
  }
  return curve;
}

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
