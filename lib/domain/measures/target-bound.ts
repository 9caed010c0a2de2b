import type { GreedyTask, Links } from "./greedy-order.ts";

/**
 * Returns the most relevant pages that any crawler can have fetched after 0, 1, … `budget` pages.
 * This is a proven upper bound; it need not be attainable.
 *
 * A crawler fetches seeds, and pages that a fetched page links to. The others of a relevant page
 * are the non-relevant pages on the way to it that has the fewest. At least this many others must
 * be fetched before it. Let others(m) be the others of the m-th relevant page in ascending order.
 * Fetching m relevant pages then takes at least m + others(m) fetches. So the bound after k pages
 * is the greatest m with m + others(m) ≤ k. The ways of several pages are not added up, since they
 * may be the same.
 */
export function targetBound(links: Links, { seeds, isTarget, budget }: GreedyTask): number[] {
  const others = othersBefore(links, { seeds, isTarget })
    .filter((count, page) => count >= 0 && isTarget(page))
    .sort();
  const most = [0];
  let reached = 0;
  for (let fetched = 1; fetched <= budget; fetched += 1) {
    const before = others[reached];
    if (before !== undefined && reached + 1 + before <= fetched) reached += 1;
    most.push(reached);
  }
  return most;
}

/** Returns the fewest non-relevant pages on a way to each page; −1 when no way leads there. */
function othersBefore(
  { pages, firstTarget, targets }: Links,
  { seeds, isTarget }: Pick<GreedyTask, "seeds" | "isTarget">,
): Int32Array {
  const before = new Int32Array(pages).fill(-1);
  const isDone = new Uint8Array(pages);
  // Pages by how many others precede them; a page may be in two levels, and the lower one counts.
  let level = [...seeds];
  for (const seed of seeds) before[seed] = 0;
  for (let count = 0; level.length > 0; count += 1) {
    const next: number[] = [];
    for (const page of level) {
      if (isDone[page] === 1) continue;
      isDone[page] = 1;
      const behind = isTarget(page) ? count : count + 1;
      for (const target of targets.subarray(firstTarget[page], firstTarget[page + 1])) {
        const known = before[target] ?? -1;
        if (known >= 0 && known <= behind) continue;
        before[target] = behind;
        (behind === count ? level : next).push(target);
      }
    }
    level = next;
  }
  return before;
}
