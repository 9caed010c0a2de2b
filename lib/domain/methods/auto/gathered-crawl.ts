/** What a crawl has gathered for `auto`: rewards of its links, and the kinds that were tried. */
import type { NumberedLinks } from "../adaptive/numbered-links.ts";
import { hubWorth, MISS_WEIGHT, utilityBehind } from "../adaptive/training-pairs.ts";
import type { CompiledStrategy, Evidence, Miss, Need, Visit } from "../strategy.ts";
import type { LearnedLink } from "./link-model.ts";
import { folderOf, kindNumber, withOwnGroups } from "./new-kinds.ts";
import { toldBy } from "./told-links.ts";

/** The links of a training, and those of them that were followed since the last one. */
interface GatheredLinks {
  readonly links: readonly LearnedLink[];
  readonly latest: readonly LearnedLink[];
}

/** How links are learned from. */
interface Learning {
  /** Whether what a page led to counts. */
  readonly hubs: boolean;
  /** Pages at the last training. */
  readonly since: number;
  /** How the judges see a page now; left out when that does not change. */
  readonly judgeAgain: CompiledStrategy["judgeAgain"];
}

/** At first what pages tell of their links counts as if so many links had borne it out. */
const BELIEVED = 4;

/**
 * The results of a crawl, as far as trainings need them: the packed features of the links that were
 * followed, and, if its judges learn from pages, the evidence as it is.
 */
export class GatheredCrawl {
  readonly #numbered: NumberedLinks;
  readonly #keepsEvidence: boolean;
  readonly #followed: (Followed & { readonly packed: Uint8Array | undefined })[] = [];
  readonly #missed: Uint8Array[] = [];
  readonly #visits: Visit[] = [];
  readonly #misses: Miss[] = [];
  readonly #tried = new Set<number>();
  #targets = 0;
  #told = BELIEVED;
  #borneOut = BELIEVED;
  #draws = 0;

  constructor(numbered: NumberedLinks, { keepsEvidence }: { readonly keepsEvidence: boolean }) {
    this.#numbered = numbered;
    this.#keepsEvidence = keepsEvidence;
  }

  /** Number of pages. */
  get pages(): number {
    return this.#followed.length;
  }

  /** What a model keeps of them and of the links that were drawn. */
  get counts() {
    return {
      pages: this.pages,
      /** As they were judged when they were fetched. */
      targets: this.#targets,
      /** Links that were drawn: pages, and links that led to none. */
      draws: { all: this.#draws },
      /** Mean utility of the latest pages, in [0,1]; those that are not there yet count as 0. */
      harvest: harvestOf(this.#followed),
      /** How much of what pages told of their links came true, in (0,1]; dead links say nothing of it. */
      borneOut: this.#borneOut / this.#told,
      /** Sum of the utilities of all pages. */
      worth: sumOf(this.#followed),
      /** Numbers of the kinds of the links that were drawn, in ascending order. */
      tried: [...this.#tried].toSorted((a, b) => a - b),
    };
  }

  /** The evidence, each link in its own group; none if it is not kept. */
  get evidence(): Evidence {
    return { visits: this.#visits, misses: this.#misses };
  }

  /** Adds what follows the evidence added before. */
  add(more: Evidence): void {
    for (const visit of more.visits) {
      const { url, parent, utility, snippet } = visit;
      const packed = snippet === undefined ? undefined : this.#numbered.packAlways(visit);
      this.#followed.push({ url, parent, utility, packed });
      if (visit.isTarget) this.#targets += 1;
      const { advice = 0 } = snippet ?? {};
      if (advice === 0) continue;
      this.#told += 1;
      this.#borneOut += Math.min(1, utility / advice);
    }
    for (const miss of more.misses)
      if (miss.location === undefined && miss.snippet !== undefined)
        this.#missed.push(this.#numbered.packAlways(miss));
    this.#draws += more.visits.length + more.misses.length;
    for (const { url, snippet } of [...more.visits, ...more.misses])
      for (const folder of ["", folderOf(url)])
        this.#tried.add(kindNumber(url, snippet?.place ?? "", folder));
    if (!this.#keepsEvidence) return;
    const { visits, misses } = withOwnGroups(more);
    for (const visit of visits) this.#visits.push(visit);
    for (const miss of misses) this.#misses.push(miss);
  }

  /**
   * Returns the links to learn from: those that were followed, and what the need says of others.
   */
  links(need: Need, how: Learning): GatheredLinks {
    const rewards = rewardsOf(this.#judged(how), { ...how, areFiles: need.files !== undefined });
    const learned = this.#followed.map(({ packed }, place): LearnedLink | undefined =>
      packed === undefined ? undefined : { packed, reward: rewards[place] ?? 0, weight: 1 },
    );
    const isLink = (link: LearnedLink | undefined): link is LearnedLink => link !== undefined;
    const missed = this.#missed.map((packed) => ({ packed, reward: 0, weight: MISS_WEIGHT }));
    const told = toldBy(need, this.pages).map(({ reward, weight, ...link }) => {
      return { packed: this.#numbered.packAlways(link), reward, weight };
    });
    return {
      links: [...learned.filter(isLink), ...missed, ...told],
      latest: learned.slice(how.since).filter(isLink),
    };
  }

  /** Returns the pages as they are judged now. */
  #judged({ judgeAgain }: Learning): readonly Followed[] {
    if (judgeAgain === undefined) return this.#followed;
    return this.#visits.map((visit) => {
      const utility = visit.isCopy ? 0 : (judgeAgain(visit) ?? Number(visit.isTarget));
      return { url: visit.url, parent: visit.parent, utility };
    });
  }
}

/** A page that was fetched. */
type Followed = Pick<Visit, "url" | "parent" | "utility">;

/** Pages that a page must lead to, to be worth as much as a hub can be. */
const HUB_PAGES = 3;

/** Latest pages by which the crawl's present harvest is known. */
export const LATEST = 30;

/**
 * Returns what following the link to each page was worth, in [0,1]. A page that led to targets is
 * worth what these bring above the draws that the crawl makes anyway:
 * 0.8 · min(1, targets behind ÷ 3) · (1 − h), h the mean utility of the latest pages.
 * Where files are looked for, links tell what leads to a target: a page is worth the share of targets among itself
 * and those behind it, which is what a draw brings of it.
 * @param hubs whether what a page led to counts
 * @param areFiles whether the targets are files
 */
export function rewardsOf(
  pages: readonly Followed[],
  { hubs, areFiles = false }: { readonly hubs: boolean; readonly areFiles?: boolean },
): number[] {
  if (!hubs) return pages.map(({ utility }) => utility);
  const behind = utilityBehind(pages);
  const above = 1 - harvestOf(pages);
  const worthOf = (sum: number) => (areFiles ? sum / (1 + sum) : above * hubWorth(sum, HUB_PAGES));
  return pages.map(({ url, utility }) => Math.max(utility, worthOf(behind.get(url) ?? 0)));
}

/** Returns the mean utility of the latest pages, in [0,1]; those that are not there yet count as 0. */
function harvestOf(pages: readonly Followed[]): number {
  return sumOf(pages.slice(-LATEST)) / LATEST;
}

function sumOf(pages: readonly Followed[]): number {
  return pages.reduce((sum, { utility }) => sum + utility, 0);
}
