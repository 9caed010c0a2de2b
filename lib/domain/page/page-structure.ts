import type { Url } from "../web/url/url.ts";
import type { Anchor, PageView } from "./page-view.ts";
import type { TextHashes } from "./text-hashes.ts";

/** The shape of a page: the kinds of its parts and their places, without its words. */
export interface PageStructure {
  /**
   * Tag paths and class paths of the displayed leaves with their number; a path without classes is
   * both.
   */
  readonly paths: Readonly<Record<string, number>>;
  /** Path of links → their distinct URLs in document order. */
  readonly links: Readonly<Record<string, readonly Url[]>>;
  /** Set when a strategy asks how new the text is. */
  readonly prints?: TextHashes;
}

/** The kind of path under which a link's URLs are grouped. */
export type LinkPath = "apath" | "classPath";

/**
 * Returns the structure of a page. A class path without any class is the tag path of the leaves
 * without classes around them. It is kept once, with the count of the tag path, which includes
 * those leaves.
 */
export function pageStructure(
  { xpathBag, classPathBag, anchors }: Pick<PageView, "xpathBag" | "classPathBag" | "anchors">,
  linkPath: LinkPath = "apath",
): PageStructure {
  const paths = Object.fromEntries([...classPathBag, ...xpathBag]);
  return { paths, links: linksByPath(anchors, linkPath) };
}

function linksByPath(anchors: readonly Anchor[], linkPath: LinkPath): Record<string, Url[]> {
  const sets = new Map<string, Set<Url>>();
  for (const anchor of anchors) {
    const path = anchor[linkPath];
    const urls = sets.get(path);
    if (urls === undefined) sets.set(path, new Set([anchor.url]));
    else urls.add(anchor.url);
  }
  return Object.fromEntries(Array.from(sets, ([path, urls]) => [path, [...urls]]));
}
