/** Links to forms come last: those that share, print or answer a page, or ask for a password. */
import type { FrontierLink } from "../domain/frontier/link.ts";
import type { LinkScore, ScoredLink, Strategy } from "../domain/methods/strategy.ts";
import { looksLikeFile } from "../domain/methods/wanted-file.ts";
import type { Url } from "../domain/web/url/url.ts";
import { LINK_INTENTS, type LinkIntent, linkIntent } from "../domain/web/url/url-words.ts";
import type { ReadingPlan } from "./crawl-plan.ts";

/**
 * Factor of the priority of a link to a form: below every prediction of a page, but in the order of
 * the strategy. It is no refusal, since a name may mislead.
 */
const LAST = 1e-30;

/** The part of a plan that decides who ranks links to forms. */
type Ranking = Partial<Pick<ReadingPlan, "askedForms" | "files">> & {
  readonly strategy: Pick<Strategy, "learnsKinds">;
};

/** Returns what a link is for that comes last; a link that looks like a file which is looked for is one to this file. */
function lastFor({ askedForms, files }: Ranking, url: Url, parent: Url): LinkIntent | undefined {
  const intent = linkIntent(url, parent);
  if (intent === undefined || askedForms?.has(intent)) return undefined;
  return files !== undefined && looksLikeFile(files, url) ? undefined : intent;
}

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
 * discovery and of chance, which have no priorities. Those that the need asks for are pages as others.
 */
export function rankForms(plan: Ranking, links: readonly ScoredLink[], parent: Url): RankedLinks {
  if (plan.strategy.learnsKinds === true) return { links, formLinks: {} };
  const forms = new Map<string, Set<Url>>();
  const ranked: ScoredLink[] = [];
  for (const link of links) {
    const intent = lastFor(plan, link.url, parent);
    ranked.push(intent === undefined ? link : { ...link, ...ranksLast(link, intent) });
    if (intent !== undefined) forms.set(intent, (forms.get(intent) ?? new Set()).add(link.url));
  }
  const formLinks: Record<string, number> = {};
  for (const [form, urls] of forms) formLinks[form] = urls.size;
  return { links: ranked, formLinks };
}

/** Ranks a queued link that was scored again; a seed has no parent and keeps its rank. */
export function rankAgain(
  plan: Ranking,
  score: LinkScore,
  link: Pick<FrontierLink, "url" | "parent">,
): LinkScore {
  return rankNumbered(score, intentNumber(plan, link));
}

/** Returns what a queued link is for that comes last, as a number that {@link rankNumbered} knows. */
export function intentNumber(
  plan: Ranking,
  { url, parent }: Pick<FrontierLink, "url" | "parent">,
): number {
  if (plan.strategy.learnsKinds === true || parent === undefined) return 0;
  const intent = lastFor(plan, url, parent);
  return intent === undefined ? 0 : LINK_INTENTS.indexOf(intent) + 1;
}

/** Ranks a queued link that was scored again as {@link rankAgain} does, by its {@link intentNumber}. */
export function rankNumbered(score: LinkScore, number: number): LinkScore {
  const intent = LINK_INTENTS[number - 1];
  return intent === undefined ? score : { ...score, ...ranksLast(score, intent) };
}

function ranksLast({ priority, why }: Pick<LinkScore, "priority" | "why">, intent: string) {
  return { priority: priority * LAST, why: `${why}; last, as a link to ${intent}` };
}
