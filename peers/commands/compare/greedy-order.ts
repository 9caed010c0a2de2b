/** Crawls that know the truth: the greedy order of pages, and the bound on the targets of any order. */
import TinyQueue from "tinyqueue";
import type { LinkGraph } from "../../../lib/domain/methods/graph/link-graph.ts";

/**
 * The part of a link graph that orders are made from. Pages are numbered from 0 to below `pages`,
 * all of them known.
 */
export type Links = Pick<LinkGraph, "pages" | "firstTarget" | "targets">;

/** The task of a greedy crawl: its seeds, its targets and its budget. */
export interface GreedyTask {
  /** Fetched first, in this order. */
  readonly seeds: readonly number[];
  readonly isTarget: (page: number) => boolean;
  /** Most pages fetched. */
  readonly budget: number;
}

/**
 * A waiting page with the relevant pages that it would have revealed when it was queued: never
 * fewer than now.
 */
interface Waiting {
  readonly page: number;
  readonly reveals: number;
}

/**
 * Returns the order of a greedy crawler that knows all pages (an oracle). It fetches a waiting
 * relevant page first. Without one it fetches the page that reveals the most relevant pages.
 * Without such a page it takes the shortest way to a relevant page not yet discovered. It ends when
 * all reachable relevant pages are found.
 *
 * There is no proof that no crawler does better, but a better one is hard to imagine.
 * {@link targetBound} gives a proven bound.
 */
export function greedyOrder(links: Links, task: GreedyTask): number[] {
  const crawl = new GreedyCrawl(links, task);
  const order: number[] = [];
  const seeds = [...task.seeds];
  while (order.length < task.budget) {
    const next = seeds.shift() ?? crawl.next();
    if (next === undefined) break;
    order.push(next);
    crawl.fetch(next);
  }
  return order;
}

class GreedyCrawl {
  readonly #links: Links;
  readonly #isTarget: (page: number) => boolean;
  /** Pages that link to a page, as `firstTarget` and `targets`. */
  readonly #parents: Pick<Links, "firstTarget" | "targets">;
  /** Relevant pages not yet discovered that a page links to. */
  readonly #reveals: Int32Array;
  readonly #discovered: Uint8Array;
  readonly #fetched: Uint8Array;
  readonly #targetQueue = new TinyQueue<Waiting>([], mostReveals);
  readonly #otherQueue = new TinyQueue<Waiting>([], mostReveals);

  constructor(links: Links, { seeds, isTarget }: GreedyTask) {
    this.#links = links;
    this.#isTarget = isTarget;
    this.#parents = reversed(links);
    this.#reveals = new Int32Array(links.pages);
    this.#discovered = new Uint8Array(links.pages);
    this.#fetched = new Uint8Array(links.pages);
    eachLink(links, (page, target) => {
      if (isTarget(target)) this.#reveals[page] = this.#revealsOf(page) + 1;
    });
    for (const seed of seeds) this.#discover(seed);
  }

  fetch(page: number): void {
    this.#fetched[page] = 1;
    for (const target of neighbours(this.#links, page)) this.#discover(target);
  }

  next(): number | undefined {
    const target = this.#pop(this.#targetQueue);
    if (target !== undefined) return target;
    const best = this.#pop(this.#otherQueue);
    if (best === undefined || this.#revealsOf(best) > 0) return best;
    this.#push(this.#otherQueue, best);
    return this.#nearestToTarget();
  }

  #discover(page: number): void {
    if (this.#discovered[page] === 1) return;
    this.#discovered[page] = 1;
    const isTarget = this.#isTarget(page);
    if (isTarget) {
      for (const parent of neighbours(this.#parents, page))
        this.#reveals[parent] = this.#revealsOf(parent) - 1;
    }
    this.#push(isTarget ? this.#targetQueue : this.#otherQueue, page);
  }

  #revealsOf(page: number): number {
    return this.#reveals[page] ?? 0;
  }

  #push(queue: TinyQueue<Waiting>, page: number): void {
    queue.push({ page, reveals: this.#revealsOf(page) });
  }

  /**
   * Returns the waiting page that reveals most now; the values in a queue may be out of date, but
   * only too high.
   */
  #pop(queue: TinyQueue<Waiting>): number | undefined {
    for (let top = queue.pop(); top !== undefined; top = queue.pop()) {
      if (this.#fetched[top.page] === 1) continue;
      if (top.reveals === this.#revealsOf(top.page)) return top.page;
      this.#push(queue, top.page);
    }
    return undefined;
  }

  /**
   * Goes back along links from all relevant pages not yet discovered to the first page that waits.
   */
  #nearestToTarget(): number | undefined {
    const seen = Uint8Array.from(this.#discovered, (discovered, page) =>
      discovered === 0 && this.#isTarget(page) ? 1 : 0,
    );
    const queue = [...seen.keys()].filter((page) => seen[page] === 1);
    for (const page of queue) {
      for (const parent of neighbours(this.#parents, page)) {
        if (seen[parent] === 1) continue;
        if (this.#discovered[parent] === 1 && this.#fetched[parent] === 0) return parent;
        seen[parent] = 1;
        queue.push(parent);
      }
    }
    return undefined;
  }
}

function mostReveals(a: Waiting, b: Waiting): number {
  return b.reveals - a.reveals || a.page - b.page;
}

function neighbours(
  { firstTarget, targets }: Pick<Links, "firstTarget" | "targets">,
  page: number,
): Int32Array {
  return targets.subarray(firstTarget[page], firstTarget[page + 1]);
}

function eachLink(links: Links, visit: (page: number, target: number) => void): void {
  for (let page = 0; page < links.pages; page += 1)
    for (const target of neighbours(links, page)) visit(page, target);
}

function reversed(links: Links): Pick<Links, "firstTarget" | "targets"> {
  const firstTarget = new Int32Array(links.pages + 1);
  eachLink(links, (_page, target) => {
    firstTarget[target + 1] = (firstTarget[target + 1] ?? 0) + 1;
  });
  for (let page = 0; page < links.pages; page += 1)
    firstTarget[page + 1] = (firstTarget[page + 1] ?? 0) + (firstTarget[page] ?? 0);
  const free = firstTarget.slice();
  const targets = new Int32Array(links.targets.length);
  eachLink(links, (page, target) => {
    const at = free[target] ?? 0;
    targets[at] = page;
    free[target] = at + 1;
  });
  return { firstTarget, targets };
}

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
