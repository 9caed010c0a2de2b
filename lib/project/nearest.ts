import leven from "leven";

/** Longest text compared, in UTF-16 units: no key is similar to a longer one. */
const MAX_COMPARED = 80;

/**
 * Returns the option with the smallest edit distance, if at most half of the text would have to
 * change.
 */
export function nearest(text: string, options: readonly string[]): string | undefined {
  return nearestFew(text, options, Math.max(1, Math.floor(text.length / 2)))[0];
}

/** Returns the options within an edit distance, the nearest first. */
export function nearestFew(text: string, options: readonly string[], limit: number): string[] {
  if (text.length > MAX_COMPARED) return [];
  const lower = text.toLowerCase();
  return options
    .map((option) => ({
      option,
      distance: leven(lower, option.toLowerCase(), { maxDistance: limit + 1 }),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ option }) => option);
}
