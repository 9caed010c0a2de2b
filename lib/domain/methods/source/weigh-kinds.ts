import type { GroupCount, GroupTally } from "../group-tally.ts";
import { isPageOf, type KindChain, KindCounts, placeOf } from "./kind-counts.ts";
import { bestRate, gainAbove, type HubYield, type LearnedKinds, OpenYield } from "./learn-kinds.ts";
import type { CrawlGoal } from "./source-aim.ts";
import type { JudgeModel } from "./target-judge.ts";

/** The data that kinds of links are weighed by. */
export interface KindKnowledge {
  /** Pages of the crawl when it was learned. */
  readonly pages: number;
  /** Number of pages up to which the site is sampled. */
  readonly until: number;
  readonly goal: CrawlGoal;
  /** Whether the sample avoids links that seem to lead to targets. */
  readonly spares: boolean;
  /** `null` while nothing is learned. */
  readonly learned: (LearnedKinds & { readonly judge: JudgeModel }) | null;
  /** Returns the worth of the pages that links led to. */
  readonly worthOf: (count: GroupCount) => number;
}

type WeighGroups = (tally: GroupTally, groups: Iterable<string>) => ReadonlyMap<string, number>;

/** Pages that make a place known: as many as make a cluster. */
const ENOUGH = 4;

/**
 * Remaining value of exploring a place without targets: half that of a place about which nothing
 * else is known.
 */
const CURIOSITY = 0.5;

/**
 * Weighs kinds of links. While a site is sampled, places on its pages alternate, the promising ones
 * more often. Then kinds are drawn by their value. As long as no certain target was found, every
 * second link is from a place that is hardly known. Otherwise a crawl that follows pages slightly
 * similar to the example never finds the very similar ones.
 */
export function weighKinds(knowledge: KindKnowledge): WeighGroups {
  const { learned, goal } = knowledge;
  const base = KindCounts.of(learned?.counts ?? [], { formsCountOnce: goal === "target" });
  const yields = yieldsOf(learned, base);
  return (tally, groups) => {
    const counts = countedSince(base, tally, knowledge);
    const looking = lookAround(knowledge, tally);
    const valueOf = VALUES[goal](tally, counts);
    let waiting: ReadonlyMap<number, number> | undefined;
    const weigh = (kind: string): number => {
      const chain = counts.chainOf(kind);
      const mean = learned === null ? 0 : counts.mean(chain);
      const isTried = counts.isTried(chain);
      const look = looking?.(kind, mean, isTried);
      if (look !== undefined) return look;
      const value = valueOf(mean, () => yieldBehind(counts, chain, yields));
      if (goal !== "target" || counts.isFormTried(chain)) return value;
      waiting ??= waitingByForm(tally, counts);
      const open = waiting.get(counts.skeletonIn(chain));
      return Math.max(value, firstTry(mean, Math.min(open ?? 1, tally.remaining)));
    };
    const weights = new Map<string, number>();
    for (const kind of groups) weights.set(kind, weigh(kind));
    return weights;
  };
}

/**
 * Returns the weight of a kind while the site is explored, by its mean worth; `undefined` at other
 * times.
 */
function lookAround(
  { pages: learnedFrom, until, spares, learned }: KindKnowledge,
  tally: GroupTally,
): ((kind: string, mean: number, isTried: boolean) => number) | undefined {
  const pages = learnedFrom + tally.pages;
  const isSampling = pages < until;
  const isSure = learned === null || learned.judge.by !== "example" || learned.judge.target.isSure;
  if (!isSampling && (isSure || pages % 2 === 0)) return undefined;
  const seen = pagesByPlace(tally);
  if (!isSampling && !hasUnknown(tally, seen)) return undefined;
  return (kind, mean, isTried) => {
    const known = seen.get(placeOf(kind)) ?? 0;
    if (!isSampling && known >= ENOUGH) return 0;
    return (spares && isTried ? 1 - mean : mean + CURIOSITY) / (1 + known);
  };
}

/**
 * Computes the rate of worth of a first try, in [0,1]: links of a form bring all the same, each of
 * `links` its worth with probability `mean`, or nothing. If the first fails, no other is drawn. The
 * rate is the expected worth ÷ the expected fetches: mean · links ÷ (1 + mean · (links − 1)).
 */
function firstTry(mean: number, links: number): number {
  return (mean * links) / (1 + mean * (links - 1));
}

/** Counts the queued links to URLs of each form, by its number in the counts. */
function waitingByForm({ groups }: GroupTally, counts: KindCounts): Map<number, number> {
  const open = new Map<number, number>();
  for (const [kind, { waiting }] of groups) {
    if (waiting === 0) continue;
    const form = counts.skeletonIn(counts.chainOf(kind));
    open.set(form, waiting + (open.get(form) ?? 0));
  }
  return open;
}

/** Returns the learned counts with the results of links since then. */
function countedSince(
  base: KindCounts,
  { groups }: GroupTally,
  { worthOf }: Pick<KindKnowledge, "worthOf">,
): KindCounts {
  const counts = new KindCounts(base, base);
  for (const [kind, count] of groups) {
    if (count.pages === 0) continue;
    counts.add(kind, { pages: count.pages, worth: worthOf(count), types: count.types });
  }
  return counts;
}

/** Counts the pages that each place led to since the last training. */
function pagesByPlace({ groups }: GroupTally): Map<string, number> {
  const seen = new Map<string, number>();
  for (const [kind, { pages }] of groups) {
    const place = placeOf(kind);
    seen.set(place, (seen.get(place) ?? 0) + pages);
  }
  return seen;
}

function hasUnknown({ groups }: GroupTally, seen: ReadonlyMap<string, number>): boolean {
  return groups
    .entries()
    .some(([kind, { waiting }]) => waiting > 0 && (seen.get(placeOf(kind)) ?? 0) < ENOUGH);
}

/** The new links of pages, by number in the counts. */
interface Yields {
  readonly types: ReadonlyMap<number, HubYield>;
  readonly forms: ReadonlyMap<number, HubYield>;
  /** Returns that of the pages that URLs of a form, by its number, may be further pages of. */
  readonly paged: (form: number) => HubYield | undefined;
  /** The counts of the training. */
  readonly base: KindCounts;
  /** Means behind links by the place that they are counted at, for places as in `base`. */
  readonly behind: Map<number, HubYield>;
}

function yieldsOf(learned: LearnedKinds | null, counts: KindCounts): Yields {
  const types = Object.entries(learned?.yields ?? {});
  const forms = Object.entries(learned?.formYields ?? {});
  const paged = new Map<number, HubYield | undefined>();
  return {
    base: counts,
    behind: new Map(),
    paged: (form) => {
      if (!paged.has(form)) paged.set(form, pagedYield(counts.nameAt(form), forms));
      return paged.get(form);
    },
    types: new Map(types.map(([type, brought]) => [counts.typeNumber(type), brought])),
    forms: new Map(forms.map(([kind, brought]) => [counts.placeOf(kind), brought])),
  };
}

/**
 * Returns the yield of the pages whose form of URL makes this one by a number put in, as pagers do;
 * of several, that of the longest form.
 */
function pagedYield(form: string, yields: readonly (readonly [form: string, HubYield])[]) {
  const pages = yields.filter(([each]) => isPageOf(form, each));
  return pages.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

/**
 * Returns the mean yield of the pages that links of a kind lead to: that of pages with its form of
 * URL, or that of their types. A form tells a rare list from all other pages of rare templates.
 * Until it is tried, a pager leads to pages like those that it is a pager of. A form tried since the
 * training may bring less than its type: each page of it raises the doubt.
 */
function yieldBehind(counts: KindCounts, chain: KindChain, yields: Yields): HubYield {
  const form = counts.skeletonIn(chain);
  const ofForm = yields.forms.get(form);
  if (ofForm !== undefined) return ofForm;
  const place = counts.narrowest(chain);
  if (place === undefined) return yields.paged(form) ?? NOTHING_BEHIND;
  const { base, behind } = yields;
  const isAsLearned =
    counts.typesAt(place) === base.typesAt(place) && counts.pagesAt(form) === base.pagesAt(form);
  const known = isAsLearned ? behind.get(place) : undefined;
  if (known !== undefined) return known;
  const mean = meanYield(counts, { place, form }, yields);
  if (isAsLearned) behind.set(place, mean);
  return mean;
}

/** Returns the mean yield of the types counted at a place, by their numbers there. */
function meanYield(
  counts: KindCounts,
  { place, form }: { readonly place: number; readonly form: number },
  yields: Yields,
): HubYield {
  const behind = new OpenYield();
  const types = counts.typesAt(place);
  const doubt = yields.forms.size === 0 ? 1 : ENOUGH / (ENOUGH + counts.pagesAt(form));
  const pages = types.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  types.forEach((each, type) => {
    const brought = yields.types.get(type);
    if (brought !== undefined) behind.add(brought, (doubt * (each ?? 0)) / pages);
  });
  return behind;
}

const NOTHING_BEHIND: HubYield = { links: [], worth: [] };

/** Returns the value of links of a kind, by their mean worth and the links behind them. */
type ValueOf = (mean: number, behind: () => HubYield) => number;

const VALUES: Readonly<Record<CrawlGoal, (tally: GroupTally, counts: KindCounts) => ValueOf>> = {
  /** Pages of a type are all worth the same, so the share of fetches that get one counts. */
  target:
    ({ remaining }) =>
    (mean, behind) =>
      bestRate(mean, behind(), remaining),
  /**
   * Content varies in worth: a page that only leads to more of it must beat what is available
   * anyway.
   */
  ucc: (tally, counts) => {
    let price: number | undefined;
    return (mean, behind) => {
      price ??= priceOfFetch(tally, counts);
      return mean + AHEAD * gainAbove(price, behind(), tally.remaining);
    };
  },
};

/** Share of the links behind a page that counts for it, since yields decrease during a crawl. */
const AHEAD = 0.25;

/**
 * Returns the mean worth of the last of the best queued links that the budget allows; 0 when it
 * allows all.
 */
function priceOfFetch({ groups, remaining }: GroupTally, counts: KindCounts): number {
  const open = Array.from(groups, ([kind, { waiting, pages, misses }]) => {
    const alive = (1 + pages) / (1 + pages + misses);
    return { mean: counts.mean(counts.chainOf(kind)), links: waiting * alive };
  });
  let room = remaining;
  for (const { mean, links } of open.toSorted((a, b) => b.mean - a.mean)) {
    room -= links;
    if (room <= 0) return mean;
  }
  return 0;
}
