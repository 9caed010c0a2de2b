import type { LinkScore, Visit } from "../../lib/domain/methods/strategy.ts";

/** First letters of paths with the mean utility of their pages. */
export type Letters = Readonly<Record<string, number>>;

/** Returns the first letter of a URL's path. */
export function letterOf(url: string): string {
  return new URL(url).pathname.slice(1, 2);
}

/** Learns what pages are worth by the first letter of their path. */
export function learnLetters(visits: readonly Visit[]): Letters {
  const letters: Record<string, number> = {};
  for (const [letter = "", pages] of Map.groupBy(visits, ({ url }) => letterOf(url))) {
    letters[letter] = pages.reduce((sum, { utility }) => sum + utility, 0) / pages.length;
  }
  return letters;
}

/** Returns what a letter is worth; half for an unknown one. */
export function worthOf(url: string, letters: Letters): number {
  return letters[letterOf(url)] ?? 0.5;
}

/** Scores a link by the letter of its path. */
export function scoreByLetter(url: string, letters: Letters): LinkScore {
  const priority = worthOf(url, letters);
  return { priority, group: "", why: `${letterOf(url)} ${priority}` };
}
