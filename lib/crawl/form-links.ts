import type { FrontierLink } from "../domain/frontier/link.ts";
import type { LinkScore, ScoredLink, Strategy } from "../domain/methods/strategy.ts";
import type { Url } from "../domain/web/url/url.ts";
import { LINK_INTENTS, linkIntent } from "../domain/web/url/url-words.ts";

/**
 * Factor of the priority of a link to a form: below every prediction of a page, but in the order of
 * the strategy. It is no refusal, since a name may mislead.
 */
const LAST = 1e-30;

/** The part of a strategy that decides who ranks links to forms. */
type Ranking = Pick<Strategy, "learnsKinds">;

/** The scored links of a page, with their final ranks. */
interface RankedLinks {
  readonly links: readonly ScoredLink[];
  /** Number of distinct links to forms, by what they are for. */
  readonly formLinks: Readonly<Record<string, number>>;
}

/**
 * Ranks the scored links of the page `parent`: those that share, print or answer a page, or ask for a
 * password, come last. It is done for all strategies at once, as none looks for such pages. A
 * strategy that learns the kinds of links needs no names, and keeps its order. So do orders of
 * discovery and of chance, which have no priorities.
 */
export function rankForms(
  strategy: Ranking,
  links: readonly ScoredLink[],
  parent: Url,
): RankedLinks {
  if (strategy.learnsKinds === true) return { links, formLinks: {} };
  const forms = new Map<string, Set<Url>>();
  const ranked = links.map((link) => {
    const intent = linkIntent(link.url, parent);
    if (intent === undefined) return link;
    forms.set(intent, (forms.get(intent) ?? new Set()).add(link.url));
    return { ...link, ...ranksLast(link, intent) };
  });
  return { links: ranked, formLinks: Object.fromEntries([...forms].map(([f, u]) => [f, u.size])) };
}

/** Ranks a queued link that was scored again; a seed has no parent and keeps its rank. */
export function rankAgain(
  strategy: Ranking,
  score: LinkScore,
  { url, parent }: Pick<FrontierLink, "url" | "parent">,
): LinkScore {
  if (strategy.learnsKinds === true || parent === undefined) return score;
  return ranked(score, linkIntent(url, parent));
}

/** Returns what a queued link is for, as a number that {@link rankNumbered} knows. */
export function intentNumber(
  strategy: Ranking,
  { url, parent }: Pick<FrontierLink, "url" | "parent">,
): number {
  if (strategy.learnsKinds === true || parent === undefined) return 0;
  const intent = linkIntent(url, parent);
  return intent === undefined ? 0 : LINK_INTENTS.indexOf(intent) + 1;
}

/** Ranks a queued link that was scored again as {@link rankAgain} does, by its {@link intentNumber}. */
export function rankNumbered(score: LinkScore, intent: number): LinkScore {
  return ranked(score, LINK_INTENTS[intent - 1]);
}

function ranked(score: LinkScore, intent: string | undefined): LinkScore {
  return intent === undefined ? score : { ...score, ...ranksLast(score, intent) };
}

function ranksLast({ priority, why }: Pick<LinkScore, "priority" | "why">, intent: string) {
  return { priority: priority * LAST, why: `${why}; last, as a link to ${intent}` };
}
