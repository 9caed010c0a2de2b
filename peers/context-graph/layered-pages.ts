import { linkDistances } from "../../lib/domain/methods/link-distance/link-distances.ts";
import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";

/** A page on a marked path. */
export interface LayeredPage {
  readonly view: PageView;
  /** Links between it and the nearest target; targets are layer 0. */
  readonly layer: number;
}

/**
 * Returns the pages of the marked paths that are at most so many links away from a target. These
 * are the context graphs of the targets, as far as the user walked through them. Diligenti et al.
 * 2000 request all of them from a search engine.
 */
export function layeredPages({ paths, pages }: MarkedPaths, layers: number): LayeredPage[] {
  const distances = linkDistances(paths);
  return pages.flatMap((view): LayeredPage[] => {
    const layer = distances.get(view.url);
    return layer === undefined || layer > layers ? [] : [{ view, layer }];
  });
}
