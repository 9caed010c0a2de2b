/** Targets among the pages fetched: shares, curves and precision over time. */
import {
  QUANTILE_MASS,
  type SampledShare,
  wilsonInterval,
} from "../stats/intervals/paired-bootstrap.ts";

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
 * A curve of any length in bounded memory: evenly spaced points of those added, including the first
 * and the last.
 */
export class ThinnedCurve<Point> {
  readonly #most: number;
  readonly #kept: Point[] = [];
  /** One point in so many is kept. */
  #stride = 1;
  #added = 0;
  #last: Point | undefined;

  /**
   * Creates a curve that keeps between half of `most` points and `most` + 1 points; `most` must be
   * at least 2.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds the next point of the curve. */
  add(point: Point): void {
    if (this.#added % this.#stride === 0) {
      if (this.#kept.length === this.#most) this.#thin();
      if (this.#added % this.#stride === 0) this.#kept.push(point);
    }
    this.#added += 1;
    this.#last = point;
  }

  /** The points kept, in the order added. */
  points(): readonly Point[] {
    const last = this.#last;
    const isKept = (this.#added - 1) % this.#stride === 0;
    return last === undefined || isKept ? [...this.#kept] : [...this.#kept, last];
  }

  #thin(): void {
    const half = this.#kept.filter((_, index) => index % 2 === 0);
    this.#kept.splice(0, this.#kept.length, ...half);
    this.#stride *= 2;
  }
}

/** Precision of a crawl's results after the first `results` of them. */
export interface PrecisionPoint {
  readonly results: number;
  /** Precision of the results since the last point. */
  readonly temporal: SampledShare;
  /** Precision of all results so far. */
  readonly cumulative: SampledShare;
}

/** How results are sampled and grouped. */
interface PrecisionSampling {
  /** Results between two points, from 1 on. */
  readonly window: number;
  /** One result in so many is judged, the last of each group: 1 judges all, the paper had 50. */
  readonly every: number;
}

/**
 * Returns temporal and cumulative precision of a crawl's results in order of fetching (Xu, Yoon &
 * Tourassi 2014). Results without a judgement are `undefined`, and are not counted. The last window
 * may be shorter.
 */
export function precisionOverTime(
  isRelevant: readonly (boolean | undefined)[],
  { window, every }: PrecisionSampling,
): readonly PrecisionPoint[] {
  const points: PrecisionPoint[] = [];
  let [hits, cases, hitsBefore, casesBefore] = [0, 0, 0, 0];
  for (const [index, hit] of isRelevant.entries()) {
    const results = index + 1;
    if (results % every === 0 && hit !== undefined) {
      cases += 1;
      if (hit) hits += 1;
    }
    if (results % window !== 0 && results < isRelevant.length) continue;
    points.push({
      results,
      temporal: wilsonInterval(hits - hitsBefore, cases - casesBefore),
      cumulative: wilsonInterval(hits, cases),
    });
    [hitsBefore, casesBefore] = [hits, cases];
  }
  return points;
}

/** Pages fetched of a host or a type, and the target pages among them. */
interface NamedPages {
  readonly name: string;
  readonly pages: number;
  readonly targets: number;
}

/** The names with the most pages, and all others together. */
export interface PageShares {
  /** Most pages first, among equal ones most targets, then by name in code unit order. */
  readonly largest: readonly NamedPages[];
  /** Number of other names, and their pages; zeros when there are no others. */
  readonly others: Omit<NamedPages, "name"> & { readonly names: number };
}

/** Counts pages by name. */
export class PageCounts {
  readonly #counts = new Map<string, { pages: number; targets: number }>();

  /** Number of names. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a page. */
  add(name: string, isTarget: boolean): void {
    const counts = this.#counts.get(name) ?? { pages: 0, targets: 0 };
    this.#counts.set(name, counts);
    counts.pages += 1;
    if (isTarget) counts.targets += 1;
  }

  /** Returns the `most` names with the most pages. */
  shares(most: number): PageShares {
    const named = Array.from(this.#counts, ([name, counts]) => ({ name, ...counts }));
    named.sort((a, b) => b.pages - a.pages || b.targets - a.targets || (a.name < b.name ? -1 : 1));
    const others = { names: 0, pages: 0, targets: 0 };
    for (const { pages, targets } of named.slice(most)) {
      others.names += 1;
      others.pages += pages;
      others.targets += targets;
    }
    return { largest: named.slice(0, most), others };
  }
}

/** Hits to expect among the next cases. */
interface NextHits {
  readonly expected: number;
  /** Numbers of hits that are between these 95 times in 100, both included. */
  readonly low: number;
  readonly high: number;
}

/**
 * Returns how many of the next `more` cases are hits, after `hits` of `cases`, if their share stays
 * what it is: the predictive distribution of Beta-binomial trials with the prior of Jeffreys (Beta
 * 1/2, 1/2).
 */
export function nextHits(hits: number, cases: number, more: number): NextHits {
  const [a, b] = [hits + 0.5, cases - hits + 0.5];
  let mass = 1;
  for (let at = 0; at < more; at += 1) mass *= (b + at) / (a + b + at);
  let sum = mass;
  let low = sum > (1 - QUANTILE_MASS) / 2 ? 0 : undefined;
  let high = sum >= (1 + QUANTILE_MASS) / 2 ? 0 : undefined;
  for (let at = 0; at < more && high === undefined; at += 1) {
    mass *= ((more - at) / (at + 1)) * ((a + at) / (b + more - at - 1));
    sum += mass;
    if (low === undefined && sum > (1 - QUANTILE_MASS) / 2) low = at + 1;
    if (sum >= (1 + QUANTILE_MASS) / 2) high = at + 1;
  }
  return { expected: (more * a) / (a + b), low: low ?? more, high: high ?? more };
}
