/** Most pages of one kind that are learned from: enough for a cluster, too few to outweigh the others. */
const MOST_OF_A_KIND = 4;

/** Most pages that are learned from in all. */
const MOST = 400;

/**
 * Chooses pages to learn page types from, so that none fills the set: of each place that links stand at
 * the first pages that they led to, in turn. A crawl that does well fetches one type mostly, and paths
 * that stand on nearly all pages would tell nothing.
 * @param places of the links that the pages were come by, in order of fetching
 * @returns places in that order, ascending
 */
export function trainingPages(places: readonly string[]): number[] {
  const byPlace = Map.groupBy(places.keys(), (page) => places[page] ?? "");
  const turns = Array.from({ length: MOST_OF_A_KIND }, (_, turn) =>
    [...byPlace.values()].flatMap((pages) => pages.slice(turn, turn + 1)),
  );
  return turns
    .flat()
    .slice(0, MOST)
    .toSorted((a, b) => a - b);
}
