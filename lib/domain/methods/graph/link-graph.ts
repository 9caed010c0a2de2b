import type { Url } from "../../web/url/url.ts";
import type { Visit } from "../strategy.ts";

/** The fetched pages and everything they link to, as arrays. */
export interface LinkGraph {
  /** URLs by node number: pages first, in order of fetching, then URLs that are only linked to. */
  readonly urls: readonly Url[];
  /** Nodes below this number are fetched pages. */
  readonly pages: number;
  /** Node numbers by URL. */
  readonly numbers: ReadonlyMap<Url, number>;
  /**
   * Page p links to `targets[firstTarget[p]]` … `targets[firstTarget[p + 1] - 1]`, each once, never
   * to itself.
   */
  readonly firstTarget: Int32Array;
  readonly targets: Int32Array;
  /** How often each of these links occurs on its page. */
  readonly times: Int32Array;
}

/** Builds the graph seen by a crawl, in time linear in its links. */
export function linkGraph(visits: readonly Pick<Visit, "url" | "outlinks">[]): LinkGraph {
  const numbers = new Map<Url, number>();
  for (const { url } of visits) numbers.set(url, numbers.size);
  const firstTarget = new Int32Array(visits.length + 1);
  const targets: number[] = [];
  const times: number[] = [];
  /** Index of the last link to a node in `targets`. */
  const lastLink: number[] = [];
  for (const [page, { outlinks }] of visits.entries()) {
    const first = targets.length;
    for (const url of outlinks) {
      let target = numbers.get(url);
      if (target === undefined) {
        target = numbers.size;
        numbers.set(url, target);
      }
      if (target === page) continue;
      const link = lastLink[target] ?? -1;
      if (link >= first) times[link] = (times[link] ?? 0) + 1;
      else {
        lastLink[target] = targets.push(target) - 1;
        times.push(1);
      }
    }
    firstTarget[page + 1] = targets.length;
  }
  return {
    urls: [...numbers.keys()],
    pages: visits.length,
    numbers,
    firstTarget,
    targets: Int32Array.from(targets),
    times: Int32Array.from(times),
  };
}

/** Calls `visit` for each link of the graph, page by page. */
export function eachLink(
  { pages, firstTarget, targets, times }: LinkGraph,
  visit: (page: number, target: number, times: number) => void,
): void {
  for (let page = 0; page < pages; page += 1) {
    const end = firstTarget[page + 1] ?? 0;
    for (let at = firstTarget[page] ?? 0; at < end; at += 1)
      visit(page, targets[at] ?? 0, times[at] ?? 0);
  }
}
