/** Points of a harvest curve: pages fetched, and targets among them. */
export type HarvestCurve = readonly (readonly [fetched: number, targets: number])[];

/** Harvest rate: target pages ÷ pages fetched, in [0,1]; 0 before the first page. */
export function harvestRate(targets: number, fetched: number): number {
  return fetched === 0 ? 0 : targets / fetched;
}

/** Target recall: target pages fetched ÷ known target pages, in [0,1]; `null` where none is known. */
export function targetRecall(targets: number, known: number | undefined): number | null {
  return known === undefined || known === 0 ? null : targets / known;
}

/** One point a page, in order of fetching. */
export function harvestCurve(isTarget: Iterable<boolean>): HarvestCurve {
  const curve: [number, number][] = [];
  let targets = 0;
  for (const hit of isTarget) {
    if (hit) targets += 1;
    curve.push([curve.length + 1, targets]);
  }
  return curve;
}
