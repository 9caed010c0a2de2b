import { keepGreatest } from "../domain/stats/keep-greatest.ts";
import type { Host, Url } from "../domain/web/url/url.ts";

/** A fetched page as far as queues compare it; `page` is set when it is one. */
export interface ScoredPage {
  readonly url: Url;
  readonly host: Host;
  /** Set of pages that were drawn by chance. */
  readonly chanceRank?: number;
  readonly page:
    | { readonly title: string; readonly utility: number; readonly isTarget: boolean }
    | undefined;
}

/** The pages of a run, in order of completion. */
export interface ScoredPages {
  list(): AsyncIterable<ScoredPage>;
}

/** A page whose verdict is uncertain. */
export interface UncertainPage {
  readonly url: Url;
  readonly title: string;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
}

/** Pages compared for each one listed: enough that several hosts are among them. */
const COMPARED = 20;

/**
 * Lists the pages whose utility is nearest to the least one of a target, `most` at most, and none of
 * `judged`. Their labels say the most about where relevance begins (uncertainty sampling, Lewis &
 * Gale 1994). Hosts take turns: pages of one host are alike, and so would be their labels.
 */
export async function uncertainPages(
  records: ScoredPages,
  { judged, most }: { readonly judged: ReadonlySet<Url>; readonly most: number },
): Promise<readonly UncertainPage[]> {
  const border = await leastOfTarget(records);
  const nearest: (UncertainPage & { readonly host: Host })[] = [];
  for await (const { url, host, page } of records.list()) {
    if (page === undefined || judged.has(url)) continue;
    const { title, utility, isTarget } = page;
    const near = { url, host, title, utility, isTarget };
    keepGreatest(nearest, near, most * COMPARED, (of) => -Math.abs(of.utility - border));
  }
  return inTurns([...Map.groupBy(nearest, ({ host }) => host).values()])
    .slice(0, most)
    .map(({ host: _host, ...page }) => page);
}

/** Returns the least utility of a page that is predicted as a target; 1 without a target. */
async function leastOfTarget(records: ScoredPages): Promise<number> {
  let least = 1;
  for await (const { page } of records.list()) {
    if (page?.isTarget === true) least = Math.min(least, page.utility);
  }
  return least;
}

/** Returns the first page of each list, then the second ones, and so on. */
function inTurns<Page>(lists: readonly (readonly Page[])[]): Page[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => {
    return lists.flatMap((list) => list.slice(turn, turn + 1));
  }).flat();
}
