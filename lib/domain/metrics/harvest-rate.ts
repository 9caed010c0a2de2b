/** Points of a harvest curve: pages fetched, and targets among them. */
export type HarvestCurve = readonly (readonly [fetched: number, targets: number])[];

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

/** Returns one point per page, in order of fetching. */
export function harvestCurve(isTarget: Iterable<boolean>): HarvestCurve {
  const curve: [number, number][] = [];
  let targets = 0;
  for (const hit of isTarget) {
    if (hit) targets += 1;
    curve.push([curve.length + 1, targets]);
  }
  return curve;
}

/**
 * Returns target pages among the first `pages` fetched ÷ `pages`, in [0,1]. A crawl that ended
 * earlier has no targets in the rest. The curve must have one point per page.
 */
export function harvestWithin(curve: HarvestCurve, pages: number): number {
  const [, targets] = curve[Math.min(pages, curve.length) - 1] ?? [0, 0];
  return pages === 0 ? 0 : targets / pages;
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
