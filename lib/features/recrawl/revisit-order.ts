/** The order in which pages are visited again: those first that have most probably changed, by how often they did. */
import type { Change } from "../../domain/page/page-record.ts";
import { hashToUnit } from "../../domain/stats/random/random.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { commonUrlWords, urlSkeleton } from "../../domain/web/url/url-skeleton.ts";

/** What earlier crawls know of a URL that they fetched. All times are in ms since the epoch. */
export interface VisitHistory {
  readonly url: Url;
  /** The last visit. */
  readonly visitedAt: number;
  /** Each visit but the first: the time since the one before, in ms, and whether it had changed. */
  readonly gaps: readonly VisitGap[];
  /** `Last-Modified` at the first visit; absent when the server did not say, or said that very moment. */
  readonly modifiedAt?: number;
  /** Latest change that a sitemap states now. */
  readonly statedAt?: number;
  /** Whether it was a feed at the last visit. */
  readonly isFeed?: boolean;
}

/** The time between two visits of a page. */
export interface VisitGap {
  readonly ms: number;
  readonly isChanged: boolean;
}

/** A page to visit again. */
export interface Revisit {
  readonly url: Url;
  /** Chance in (0,1] that it has changed since the last visit. */
  readonly chance: number;
  readonly why: string;
}

const DAY_MS = 86_400_000;

/** Rate for a page of which nothing is known: once a month. It sets no order, as it is that of all. */
const UNKNOWN_RATE = 1 / 30;

/** Shortest gap that counts, in days: a minute. Two visits may be at one moment of a clock. */
const LEAST_DAYS = 1 / 1440;

const FEED_WHY = "a feed, which says what is new";

/** A page that waits to be visited again. */
interface Waiting {
  readonly history: VisitHistory;
  readonly kind: string;
  /** Puts pages of the same chance in an order of chance, in (0,1). */
  readonly draw: number;
}

/**
 * Orders pages so that those are visited first that have most probably changed. The rate of a page is
 * estimated from its own visits; where they are few, from those of pages whose URLs have the same
 * shape on its host; where these are few, from all. Visits of this crawl count as soon as they are added.
 */
export class RevisitOrder {
  readonly #kindOf: (url: Url) => string;
  readonly #all = new ChangeTally();
  readonly #kinds = new Map<string, ChangeTally>();
  readonly #visited = new Map<Url, number>();
  /** Latest changes that feeds state, by page. */
  readonly #stated = new Map<Url, number>();
  #waiting: Waiting[] = [];

  /** `seed` decides among pages of equal chance. */
  constructor(histories: readonly VisitHistory[], seed: number) {
    this.#kindOf = urlKind(histories.map(({ url }) => url));
    for (const history of histories) {
      const kind = this.#kindOf(history.url);
      this.#visited.set(history.url, history.visitedAt);
      this.#waiting.push({ history, kind, draw: hashToUnit(seed, history.url) });
      for (const tally of [this.#all, this.#tallyOf(kind)]) {
        for (const { ms, isChanged } of history.gaps) tally.addGap(daysOf(ms), isChanged);
        if (history.modifiedAt !== undefined) tally.addAge(ageOf(history));
      }
    }
  }

  /** Number of pages that were not taken yet. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Adds a visit of this crawl; one of a page that no earlier crawl knows says nothing. */
  add(url: Url, at: number, isChanged: boolean): void {
    const before = this.#visited.get(url);
    if (before === undefined) return;
    const days = daysOf(at - before);
    for (const tally of [this.#all, this.#tallyOf(this.#kindOf(url))])
      tally.addGap(days, isChanged);
  }

  /** Adds a change that a feed states, which may be older than the last visit; `at` is no time to come. */
  state(url: Url, at: number): void {
    if (at > (this.#stated.get(url) ?? 0)) this.#stated.set(url, at);
  }

  /** Leaves out pages that an earlier process took. */
  drop(isTaken: (url: Url) => boolean): void {
    this.#waiting = this.#waiting.filter(({ history }) => !isTaken(history.url));
  }

  /**
   * Takes at most `count` pages, those of the greatest chance first; `now` in ms since the epoch. Feeds
   * are taken alone, before all pages: what they state puts these in another order.
   */
  take(count: number, now: number): readonly Revisit[] {
    const feeds = this.#waiting.filter(({ history }) => history.isFeed === true).slice(0, count);
    if (feeds.length > 0) {
      const taken = new Set(feeds);
      this.#waiting = this.#waiting.filter((each) => !taken.has(each));
      return feeds.map(({ history: { url } }) => ({ url, chance: 1, why: FEED_WHY }));
    }
    const all = changeRate(this.#all.evidence(), UNKNOWN_RATE);
    const rates = new Map<string, number>();
    for (const [kind, tally] of this.#kinds) rates.set(kind, changeRate(tally.evidence(), all));
    const ranked = this.#waiting
      .map((page) => ({
        page,
        ...this.#revisitOf(page.history, rates.get(page.kind) ?? all, now),
      }))
      .sort((a, b) => rankOf(b) - rankOf(a) || a.page.draw - b.page.draw);
    this.#waiting = ranked.slice(count).map(({ page }) => page);
    return ranked.slice(0, count).map(({ page: _page, ...revisit }) => revisit);
  }

  #revisitOf(history: VisitHistory, ofKind: number, now: number): Revisit {
    const at = this.#stated.get(history.url) ?? 0;
    return at > (history.statedAt ?? 0)
      ? revisitOf({ ...history, statedAt: at }, ofKind, now, "a feed")
      : revisitOf(history, ofKind, now, "its sitemap");
  }

  #tallyOf(kind: string): ChangeTally {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const tally = new ChangeTally();
    this.#kinds.set(kind, tally);
    return tally;
  }
}

/** Returns a function from a URL to a name that it shares with those of the same shape on its host. */
function urlKind(urls: readonly Url[]): (url: Url) => string {
  const byHost = Map.groupBy(urls, hostOf);
  const shapes = new Map<string, (url: Url) => string>();
  for (const [host, own] of byHost) shapes.set(host, urlSkeleton(commonUrlWords(new Set(own))));
  return (url) => {
    const host = hostOf(url);
    return `${host} ${shapes.get(host)?.(url) ?? ""}`;
  };
}

function revisitOf(
  history: VisitHistory,
  ofKind: number,
  now: number,
  statedBy: "its sitemap" | "a feed",
): Revisit {
  const { url, visitedAt, gaps, statedAt } = history;
  const days = daysOf(now - visitedAt);
  const rate =
    gaps.length === 0 && history.modifiedAt === undefined
      ? ofKind
      : changeRate(ownEvidence(history), ofKind);
  const chance = chanceOfChange(rate, days);
  const since = `visited ${dayText(days)} ago`;
  // A date may be wrong both ways. That nothing has changed is said by forgotten sitemaps, too.
  if (statedAt !== undefined && statedAt > visitedAt)
    return {
      url,
      chance: (1 + chance) / 2,
      why: `${since}; ${statedBy} states a change since`,
    };
  const changed = gaps.filter(({ isChanged }) => isChanged).length;
  const seen = gaps.length === 0 ? "" : `; changed at ${changed} of ${gaps.length} visits`;
  return { url, chance, why: `${since}; changes about every ${dayText(1 / rate)}${seen}` };
}

/** Returns a rank that chances within a tenth of each other share: estimates are no better. */
function rankOf({ chance }: Pick<Revisit, "chance">): number {
  return Math.round(Math.log2(chance) * RANKS);
}

/** Ranks for each doubling of a chance. */
const RANKS = 8;

function ownEvidence(history: VisitHistory): ChangeEvidence {
  const gaps = history.gaps.map(({ ms, isChanged }) => {
    return { days: daysOf(ms), count: 1, changed: isChanged ? 1 : 0 };
  });
  const isAged = history.modifiedAt !== undefined;
  return { gaps, aged: isAged ? { count: 1, days: ageOf(history) } : { count: 0, days: 0 } };
}

/** Returns for how long a page had not changed at its first visit, in days. */
function ageOf({ visitedAt, gaps, modifiedAt = visitedAt }: VisitHistory): number {
  const first = gaps.reduce((at, { ms }) => at - ms, visitedAt);
  return daysOf(first - modifiedAt);
}

function daysOf(ms: number): number {
  return Math.max(LEAST_DAYS, ms / DAY_MS);
}

function dayText(days: number): string {
  if (days >= 2) return `${Math.round(days)} days`;
  return days >= 1 / 12
    ? `${Math.round(days * 24)} hours`
    : `${Math.max(1, Math.round(days * 1440))} minutes`;
}

// How pages change between two visits: in which way, and how often.

/** Times between two visits of pages, all about equally long. */
interface Gap {
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
