/** Pairs of a link and what it led to: of crawled pages, of labels, and of other crawls. */
import type { PageView } from "../../page/page-view.ts";
import { hashToUnit } from "../../stats/random/random.ts";
import { canonicalUrl } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import type { Evidence, LinkFacts, Miss, Need, Visit } from "../strategy.ts";
import { trainTopicJudge } from "../topic-judge.ts";
import type { NumberedLinks } from "./numbered-links.ts";

/** A training link: what was known of it, and what following it was worth. */
export interface TrainingPair extends LinkFacts {
  /** In [0,1]. */
  readonly reward: number;
  /** Weight of the pair; a fetched page has 1. */
  readonly weight: number;
}

/**
 * Worth of a page whose links led to enough relevant pages, as a share of a perfect page's worth.
 */
const HUB_WORTH = 0.8;
/** Relevant pages behind a page that make it such a hub. */
const HUB_PAGES = 3;

/**
 * Up to so many fetched pages a label, or a word, counts as much as one of them; later it counts less,
 * in proportion.
 */
const PRIOR_PAGES = 20;
/** Most labels that count: with many more of them the crawl's own results have no influence. */
const MOST_LABELS = 1_000;

/**
 * Returns the links that were followed to a page, with the utility of the page. With delayed
 * reward, the link to a hub may get more. It then has the worth of the pages first discovered
 * through the hub.
 */
export function crawledPairs(
  visits: readonly Visit[],
  isDelayed: boolean,
  hubPages = HUB_PAGES,
): TrainingPair[] {
  const behind = isDelayed ? utilityBehind(visits) : new Map<Url, number>();
  return visits.flatMap(({ url, parent, snippet, utility }) => {
    if (snippet === undefined) return [];
    const reward = rewardOf(utility, behind.get(url) ?? 0, hubPages);
    return [{ url, parent, snippet, reward, weight: 1 }];
  });
}

/** Computes the worth of a followed link from the utility of its page and of those behind it. */
export function rewardOf(utility: number, behind: number, hubPages = HUB_PAGES): number {
  return Math.max(utility, hubWorth(behind, hubPages));
}

/**
 * Weight of a link that led to no page: less than that of a page that was read, since the server may
 * be at fault and not the kind of link.
 */
export const MISS_WEIGHT = 0.2;

/**
 * Computes the worth of a page by the sum of the utilities behind it: 0.8 · min(1, sum ÷ pages that
 * make it a hub).
 */
export function hubWorth(behind: number, hubPages: number): number {
  return HUB_WORTH * Math.min(1, behind / hubPages);
}

/** Returns the sums of the utilities of the pages that were discovered through each page. */
export function utilityBehind(
  visits: readonly Pick<Visit, "parent" | "utility">[],
): ReadonlyMap<Url, number> {
  const sums = new Map<Url, number>();
  for (const { parent, utility } of visits)
    if (parent !== undefined) sums.set(parent, (sums.get(parent) ?? 0) + utility);
  return sums;
}

/**
 * Returns the pages that the user labelled as if links had led to them: URL, title and label. They
 * are the only data before the first page, and count less and less as `fetched` grows.
 */
export function labelPairs(
  { good, bad }: Pick<Need, "good" | "bad">,
  fetched: number,
): TrainingPair[] {
  const weight = fadingWeight(fetched);
  const share = Math.min(1, MOST_LABELS / (good.length + bad.length));
  const pairs = (pages: readonly PageView[], reward: number) =>
    someOf(pages, Math.ceil(share * pages.length)).map(({ url, title }) => {
      const snippet = { anchor: title, before: "", after: "", title: "" };
      return { url, parent: undefined, snippet, reward, weight };
    });
  return [...pairs(good, 1), ...pairs(bad, 0)];
}

/** Returns what a pair counts that the need tells, beside a fetched page. */
export function fadingWeight(fetched: number): number {
  return Math.min(1, PRIOR_PAGES / Math.max(1, fetched));
}

/** Picks so many of the pages, the same ones in whatever order they are given. */
function someOf(pages: readonly PageView[], most: number): readonly PageView[] {
  if (pages.length <= most) return pages;
  return pages
    .map((page) => ({ page, turn: hashToUnit(0, page.url) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ page }) => page);
}

/** A training pair with the features of its link packed. */
export interface PackedPair extends Pick<TrainingPair, "reward" | "weight"> {
  readonly packed: Uint8Array;
}

/** A fetched page whose link had texts. */
interface GatheredVisit extends Pick<Visit, "url" | "utility"> {
  readonly packed: Uint8Array;
}

/**
 * The links that a crawl followed, as they are learned from: with their features packed, some 300 bytes
 * a link. Those of pages are the pairs of `crawledPairs` on the whole evidence. A redirect is worth what its page is; other
 * links that led to no page are worth nothing.
 */
export class GatheredLinks {
  readonly #numbered: NumberedLinks;
  readonly #visits: GatheredVisit[] = [];
  readonly #misses: Uint8Array[] = [];
  /** Sums of the utilities of the pages that were discovered through a page. */
  readonly #behind = new Map<Url, number>();

  constructor(numbered: NumberedLinks) {
    this.#numbered = numbered;
  }

  /** Adds what follows the evidence added before. */
  add({ visits, misses }: Evidence): void {
    for (const visit of visits) this.#addVisit(visit);
    for (const miss of misses) this.#addMiss(miss);
  }

  /** Returns the links to pages; with delayed reward those behind a page count, too. */
  crawled(isDelayed: boolean): PackedPair[] {
    return this.#visits.map(({ url, utility, packed }) => {
      const behind = isDelayed ? (this.#behind.get(url) ?? 0) : 0;
      return { packed, reward: rewardOf(utility, behind), weight: 1 };
    });
  }

  /** Returns the links that led to no page. */
  missed(): PackedPair[] {
    return this.#misses.map((packed) => ({ packed, reward: 0, weight: MISS_WEIGHT }));
  }

  #addVisit(visit: Visit): void {
    const { url, parent, snippet, utility } = visit;
    if (parent !== undefined) this.#behind.set(parent, (this.#behind.get(parent) ?? 0) + utility);
    if (snippet === undefined) return;
    this.#visits.push({ url, utility, packed: this.#numbered.packAlways(visit) });
  }

  #addMiss(miss: Miss): void {
    if (miss.location !== undefined || miss.snippet === undefined) return;
    this.#misses.push(this.#numbered.packAlways(miss));
  }
}

/** Most words that count as links. */
const MOST_WORDS = 12;

/** Weight of the link without any word of the need, as a multiple of all others. */
const BLANK_FACTOR = 2;

/**
 * Returns each word of the need as if a link of that name had led to a relevant page, and a link
 * without a word to none. It is for needs without bad pages, and fades as `fetched` grows.
 * @param formsOf the names that a link has by a word
 */
export function topicPairs(need: Need, fetched: number, formsOf = asItIs): TrainingPair[] {
  if (need.bad.length > 0) return [];
  const terms = trainTopicJudge(need, 0).terms.slice(0, MOST_WORDS);
  const most = terms[0]?.[1] ?? 1;
  const weight = fadingWeight(fetched);
  const pair = (word: string, reward: number, share: number): TrainingPair[] => {
    const url = nameless(word);
    if (url === undefined) return [];
    const snippet = { anchor: word, before: word, after: "", title: "" };
    return [{ url, parent: undefined, snippet, reward, weight: weight * share }];
  };
  if (terms.length === 0) return [];
  return [
    ...terms.flatMap(([term, share]) =>
      formsOf(term).flatMap((form) => pair(form, share / most, 1)),
    ),
    ...pair("", 0, BLANK_FACTOR * terms.length),
  ];
}

const asItIs = (word: string): readonly string[] => [word];

/** Returns a URL with this word alone, on a host that cannot exist (RFC 2606). */
function nameless(word: string): Url | undefined {
  const parsed = canonicalUrl(`https://topic.invalid/${encodeURIComponent(word)}`);
  return parsed.ok ? parsed.url : undefined;
}
