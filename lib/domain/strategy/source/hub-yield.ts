/** Bins of expected worth: [0, 0.1), [0.1, 0.2) … [0.9, 1]. */
const BINS = 10;

/** New links that pages bring, by what is expected of them. */
export type HubYield = {
  /** By bin: links, and the sum of what is expected of them. */
  readonly links: readonly number[];
  readonly worth: readonly number[];
};

/** A yield that links can be added to. */
export class OpenYield implements HubYield {
  readonly links: number[] = Array.from({ length: BINS }, () => 0);
  readonly worth: number[] = Array.from({ length: BINS }, () => 0);

  /** Takes everything out. */
  clear(): void {
    this.links.fill(0);
    this.worth.fill(0);
  }

  /** Adds a link of which `worth`, in [0,1], is expected. */
  addLink(worth: number): void {
    this.#add(Math.min(BINS - 1, Math.floor(worth * BINS)), 1, worth);
  }

  /** Adds a yield so many times. */
  add({ links, worth }: HubYield, times: number): void {
    for (let bin = 0; bin < BINS; bin += 1)
      this.#add(bin, times * (links[bin] ?? 0), times * (worth[bin] ?? 0));
  }

  #add(bin: number, links: number, worth: number): void {
    this.links[bin] = (this.links[bin] ?? 0) + links;
    this.worth[bin] = (this.worth[bin] ?? 0) + worth;
  }
}

/**
 * The best mean worth a fetch that a link opens, in [0,1]: that of its own page, or of the page with the
 * best new links behind it, as many as make the mean greatest and at most as many as the budget leaves:
 * (worth + Σ worth of links) ÷ (1 + links). Linear in the bins.
 */
export function bestRate(worth: number, behind: HubYield, remaining: number): number {
  let sum = worth;
  let fetches = 1;
  for (const [links, mean] of bestFirst(behind)) {
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= sum / fetches) break;
    sum += taken * mean;
    fetches += taken;
  }
  return sum / fetches;
}

/**
 * What the new links behind a page are worth above the price of a fetch, in [0, ∞), of at most as many as
 * the budget leaves. Linear in the bins.
 */
export function gainAbove(price: number, behind: HubYield, remaining: number): number {
  let gain = 0;
  let fetches = 0;
  for (const [links, mean] of bestFirst(behind)) {
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= price) break;
    gain += taken * (mean - price);
    fetches += taken;
  }
  return gain;
}

/** Links and their mean worth by bin, those without links left out, the best bin first. */
function* bestFirst({ links, worth }: HubYield): Generator<readonly [links: number, mean: number]> {
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    const all = links[bin] ?? 0;
    if (all > 0) yield [all, (worth[bin] ?? 0) / all];
  }
}
