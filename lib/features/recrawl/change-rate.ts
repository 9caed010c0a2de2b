/** How pages change between two visits: in which way, and how often. */
import type { Change } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";

/** Times between two visits of pages, all about equally long. */
export interface Gap {
  /** Length of each, in days, above 0. */
  readonly days: number;
  /** Number of such gaps, and in how many of them the page had changed at least once. */
  readonly count: number;
  readonly changed: number;
}

/** What is known of how often a page changes, or the pages of a kind. */
export interface ChangeEvidence {
  readonly gaps: readonly Gap[];
  /** Pages that said at their first visit for how long they had not changed, and the sum, in days. */
  readonly aged: { readonly count: number; readonly days: number };
}

/**
 * Returns the rate of changes a day, above 0: the most probable one when changes are a Poisson process
 * and are seen at visits alone. The equation is that of Cho and Garcia-Molina for irregular visits, with
 * its term for the last date of change ("Estimating Frequency of Change", ACM TOIT 3(3), 2003). `expected`,
 * in changes a day, counts as much as one observed change: it is the result without evidence, and
 * keeps the rate finite when every visit found a change.
 */
export function changeRate({ gaps, aged }: ChangeEvidence, expected: number): number {
  const seen = aged.count + 1;
  let still = aged.days + 1 / expected;
  let changed = 0;
  for (const gap of gaps) {
    still += (gap.count - gap.changed) * gap.days;
    changed += gap.changed;
  }
  // A changed gap of t days adds t / (e^(rate t) − 1), which is between 0 and 1 / rate.
  let low = seen / still;
  let high = (seen + changed) / still;
  for (let step = 0; step < MOST_STEPS && high - low > PRECISION * high; step += 1) {
    const rate = (low + high) / 2;
    if (slope(gaps, rate) + seen / rate > still) low = rate;
    else high = rate;
  }
  return (low + high) / 2;
}

/** Relative precision of a rate, and most halvings of the interval that it is in. */
const PRECISION = 1e-9;
const MOST_STEPS = 60;

function slope(gaps: readonly Gap[], rate: number): number {
  let sum = 0;
  for (const { days, changed } of gaps)
    if (changed > 0) sum += (changed * days) / Math.expm1(rate * days);
  return sum;
}

/** Returns the chance, in [0,1), that a page of this rate has changed within some days. */
export function chanceOfChange(rate: number, days: number): number {
  return -Math.expm1(-rate * days);
}

/** Sums the evidence of many pages, in memory that does not grow with them. */
export class ChangeTally {
  readonly #gaps = new Map<number, { days: number; count: number; changed: number }>();
  #aged = 0;
  #agedDays = 0;

  /** Adds a gap between two visits. */
  addGap(days: number, isChanged: boolean): void {
    // Gaps of one bucket differ by an eighth at most, and count as their mean.
    const bucket = Math.round(Math.log2(days) * BUCKETS);
    const gap = this.#gaps.get(bucket) ?? { days: 0, count: 0, changed: 0 };
    gap.days += days;
    gap.count += 1;
    gap.changed += isChanged ? 1 : 0;
    this.#gaps.set(bucket, gap);
  }

  /** Adds a page that had not changed for some days at its first visit. */
  addAge(days: number): void {
    this.#aged += 1;
    this.#agedDays += days;
  }

  evidence(): ChangeEvidence {
    const gaps = Array.from(this.#gaps.values(), ({ days, ...gap }) => {
      return { ...gap, days: days / gap.count };
    });
    return { gaps, aged: { count: this.#aged, days: this.#agedDays } };
  }
}

/** Buckets of gaps for each doubling of their length. */
const BUCKETS = 6;

// What a visit found.

/** The parts of a record that show what a visit found. */
interface Found {
  readonly reason: string;
  /** Target of a redirect. */
  readonly location: Url | undefined;
}

/** Reasons that say that there is no page at a URL. */
const GONE: ReadonlySet<string> = new Set(["gone", "soft-404"]);

/** Reasons of what was read at a URL. */
const READ: ReadonlySet<string> = new Set(["page", "feed", "empty-feed"]);

/**
 * Returns how the answer of a visit differs from that of the one `before`, which is `undefined` for a
 * URL that was never fetched. A page with the same body is not told here. Returns `undefined` when the
 * visit had no answer that says it: refused, failed, or a wall.
 */
export function changeOf(
  before: Found | undefined,
  { reason, location }: Found,
): Change | undefined {
  if (READ.has(reason)) return before === undefined ? "new" : "changed";
  if (before === undefined) return undefined;
  if (GONE.has(reason)) return "gone";
  if (reason !== "redirect") return undefined;
  return before.reason === "redirect" && before.location === location ? "unchanged" : "moved";
}
