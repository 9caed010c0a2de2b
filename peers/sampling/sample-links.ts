import type { LinkContext, ScoredLink } from "../../lib/domain/methods/strategy.ts";
import type { PageStructure } from "../../lib/domain/page/page-structure.ts";
import type { Anchor, PageView } from "../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/**
 * The order in which a site is sampled. `apath` takes one link of each Apath of a page, and the
 * others after all of those (Xu, Gao & Callan 2018, § 4.1). `breadth-first` takes all links in
 * order of discovery. `deque` takes them in random order. This is between the two ends of the
 * double-ended queue from which iRobot takes links at random (Cai et al. 2008).
 */
export type SamplingOrder = "apath" | "breadth-first" | "deque";

/** A function that offers the links of a page for sampling; the group of each is its Apath. */
type LinkSampler = (
  page: Pick<PageView, "url" | "anchors">,
  structure: Pick<PageStructure, "links">,
  context: Pick<LinkContext, "depth">,
) => readonly ScoredLink[];

/** Compiles a sampling order; the group of a link is its mark by `markOf`, then its Apath. */
export function linkSampler(
  order: SamplingOrder,
  seed: number,
  markOf: (anchor: Anchor) => string = () => "",
): LinkSampler {
  return (page, { links }, { depth }) => {
    const standing = order === "apath" ? chosenOnes(links, page.url, seed) : new Map<Url, string>();
    const chosen = new Set(standing.keys());
    for (const [apath, urls] of Object.entries(links)) {
      for (const url of urls) if (!standing.has(url)) standing.set(url, apath);
    }
    const marks = new Map<Url, string>();
    for (const anchor of page.anchors)
      if ((marks.get(anchor.url) ?? "") === "") marks.set(anchor.url, markOf(anchor));
    return Array.from(marks, ([url, mark]): ScoredLink => {
      const place = ORDERS[order]({ url, depth, isChosen: chosen.has(url) }, seed);
      return { url, group: mark + (standing.get(url) ?? ""), snippet: undefined, ...place };
    });
  };
}

/**
 * Returns the priority of a link discovered before the sampling began (again): behind all that is
 * queued, in random order.
 */
export function keptLink(url: Url, seed: number): Pick<ScoredLink, "priority" | "why"> {
  return { priority: hashToUnit(seed, url), why: "sampling: kept, in random order" };
}

interface SampledLink {
  readonly url: Url;
  /** Depth of its page. */
  readonly depth: number;
  readonly isChosen: boolean;
}

type Order = (link: SampledLink, seed: number) => Pick<ScoredLink, "priority" | "why">;

const ORDERS: Readonly<Record<SamplingOrder, Order>> = {
  /**
   * A queue is emptied in order of depth. The depth is part of the priority. So a link discovered
   * early and queued late does not overtake those queued before it.
   */
  apath: ({ url, depth, isChosen }, seed) =>
    isChosen
      ? { priority: 1 + 1 / (1 + depth), why: "sampling: chosen of its Apath" }
      : keptLink(url, seed),
  "breadth-first": () => ({ priority: 1, why: "sampling: order of discovery" }),
  deque: ({ url }, seed) => ({ priority: hashToUnit(seed, url), why: "sampling: chance" }),
};

/** Returns one link per Apath, chosen at random. */
function chosenOnes(links: PageStructure["links"], page: Url, seed: number): Map<Url, string> {
  const chosen = new Map<Url, string>();
  for (const [apath, urls] of Object.entries(links)) {
    const url = urls[Math.floor(hashToUnit(seed, `${page} ${apath}`) * urls.length)];
    if (url !== undefined && !chosen.has(url)) chosen.set(url, apath);
  }
  return chosen;
}
