import type { LinkWord, WordPlace } from "../../strategy/adaptive/link-words.ts";

/** Most words of each place that are features, as in Barbosa & Freire's crawler. */
const MOST: Readonly<Record<WordPlace, number>> = { url: 150, anchor: 150, around: 100 };

/** Fewest links that must have a word. */
const LEAST_LINKS = 5;

const PLACES: readonly WordPlace[] = ["url", "anchor", "around"];

/**
 * Returns the words that are features: for each place those of the most links, at least
 * {@link LEAST_LINKS}. Code-unit order breaks ties.
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
