import type { NumberedLinks } from "../adaptive/numbered-links.ts";
import { topicPairs } from "../adaptive/topic-prior.ts";
import { labelPairs, MISS_WEIGHT, type TrainingPair } from "../adaptive/training-pairs.ts";
import type { CompiledStrategy, Evidence, Miss, Need, Visit } from "../strategy.ts";
import { countDraws, type Draws, withOwnGroups } from "./exploration.ts";
import { type Followed, rewardsOf } from "./hub-worth.ts";
import type { LearnedLink } from "./link-model.ts";

/** The links of a training, and those of them that were followed since the last one. */
interface GatheredLinks {
  readonly links: readonly LearnedLink[];
  readonly latest: readonly LearnedLink[];
}

/** How links are learned from. */
interface Learning {
  /** Whether what a page led to counts. */
  readonly hubs: boolean;
  /** Pages that the budget still allows. */
  readonly remaining: number;
  /** Pages at the last training. */
  readonly since: number;
  /** How the judges see a page now; left out when that does not change. */
  readonly judgeAgain: CompiledStrategy["judgeAgain"];
}

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
  #targets = 0;
  #draws: Draws = { all: 0, byChance: 0 };

  constructor(numbered: NumberedLinks, { keepsEvidence }: { readonly keepsEvidence: boolean }) {
    this.#numbered = numbered;
    this.#keepsEvidence = keepsEvidence;
  }

  /** Number of pages. */
  get pages(): number {
    return this.#followed.length;
  }

  /** Number of targets among them, as they were judged when they were fetched. */
  get targets(): number {
    return this.#targets;
  }

  get draws(): Draws {
    return this.#draws;
  }

  /** The evidence, each link in its own group; none if it is not kept. */
  get evidence(): Evidence {
    return { visits: this.#visits, misses: this.#misses };
  }

  /** Adds what follows the evidence added before. */
  add(more: Evidence): void {
    for (const visit of more.visits) {
      this.#followed.push(this.#followedBy(visit));
      if (visit.isTarget) this.#targets += 1;
    }
    for (const miss of more.misses)
      if (miss.location === undefined && miss.snippet !== undefined)
        this.#missed.push(this.#numbered.packAlways(miss));
    const { all, byChance } = countDraws(more);
    this.#draws = { all: this.#draws.all + all, byChance: this.#draws.byChance + byChance };
    if (!this.#keepsEvidence) return;
    const { visits, misses } = withOwnGroups(more);
    for (const visit of visits) this.#visits.push(visit);
    for (const miss of misses) this.#misses.push(miss);
  }

  /**
   * Returns the links to learn from: those that were followed, and what the need says of others.
   */
  links(need: Need, how: Learning): GatheredLinks {
    const rewards = rewardsOf(this.#judged(how), how);
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
      const utility = judgeAgain(visit) ?? Number(visit.isTarget);
      return { url: visit.url, parent: visit.parent, utility };
    });
  }

  #followedBy(visit: Visit): Followed & { readonly packed: Uint8Array | undefined } {
    const { url, parent, utility, snippet } = visit;
    const packed = snippet === undefined ? undefined : this.#numbered.packAlways(visit);
    return { url, parent, utility, packed };
  }
}

/** Returns what the need says of links that nobody followed: its labelled pages, and its words. */
function toldBy(need: Need, fetched: number): TrainingPair[] {
  const { good, bad, examplePage } = need;
  const shown = examplePage === undefined ? good : [...good, examplePage];
  return [...labelPairs({ good: shown, bad }, fetched), ...topicPairs(need, fetched)];
}
