import type { LinkWord, WordPlace } from "../../strategy/adaptive/link-words.ts";

/** Most words of a place that are features, as Barbosa & Freire's crawler has them. */
const MOST: Readonly<Record<WordPlace, number>> = { url: 150, anchor: 150, around: 100 };

/** Links that a word must stand at. */
const LEAST_LINKS = 5;

const PLACES: readonly WordPlace[] = ["url", "anchor", "around"];

/**
 * The words that are features: of each place those at most links, at {@link LEAST_LINKS} at least; of
 * equally frequent ones those that come first in code-unit order.
 */
export function selectWords(links: readonly ReadonlySet<LinkWord>[]): LinkWord[] {
  const counts = new Map<LinkWord, number>();
  for (const words of links)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([, links]) => links >= LEAST_LINKS)
    .toSorted(([a, linksA], [b, linksB]) => linksB - linksA || (a < b ? -1 : 1))
    .map(([word]) => word);
  return PLACES.flatMap((place) =>
    frequent.filter((word) => word.startsWith(`${place} `)).slice(0, MOST[place]),
  );
}
