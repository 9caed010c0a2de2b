/** Bins of expected worth: [0, 0.1), [0.1, 0.2) … [0.9, 1]. */
const BINS = 10;

/** An empty bin each: yields are made in great numbers, and a copy is the fastest way. */
const EMPTY: readonly number[] = Array.from({ length: BINS }, () => 0);

/** New links on pages, by their expected worth. */
export type HubYield = {
  /** By bin: links, and the sum of their expected worth. */
  readonly links: readonly number[];
  readonly worth: readonly number[];
};

/** A yield that links can be added to. */
export class OpenYield implements HubYield {
  readonly links: number[] = [...EMPTY];
  readonly worth: number[] = [...EMPTY];

  /** Removes everything. */
  clear(): void {
    this.links.fill(0);
    this.worth.fill(0);
  }

  /** Adds a link with expected worth `worth`, in [0,1]. */
  addLink(worth: number): void {
    this.#add(Math.min(BINS - 1, Math.floor(worth * BINS)), 1, worth);
  }

  /** Adds a yield `times` times. */
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
 * Computes the best mean worth per fetch that a link opens, in [0,1]. It counts the link's own page
 * and the best new links behind it. As many links count as make the mean greatest, at most as many
 * as the budget leaves. The mean is (worth + Σ worth of links) ÷ (1 + links). Linear in the bins.
 */
export function bestRate(worth: number, behind: HubYield, remaining: number): number {
  let sum = worth;
  let fetches = 1;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    const links = behind.links[bin] ?? 0;
    if (links <= 0) continue;
    const mean = (behind.worth[bin] ?? 0) / links;
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= sum / fetches) break;
    sum += taken * mean;
    fetches += taken;
  }
  return sum / fetches;
}

/**
 * Computes what the new links behind a page are worth above the price of a fetch, in [0, ∞). It
 * counts at most as many links as the budget leaves. Linear in the bins.
 */
export function gainAbove(price: number, behind: HubYield, remaining: number): number {
  let gain = 0;
  let fetches = 0;
  for (let bin = BINS - 1; bin >= 0; bin -= 1) {
    const links = behind.links[bin] ?? 0;
    if (links <= 0) continue;
    const mean = (behind.worth[bin] ?? 0) / links;
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= price) break;
    gain += taken * (mean - price);
    fetches += taken;
  }
  return gain;
}
