/**
 * Share of a layer in the pages fetched, and in the pages that the budget still allows. Each layer
 * ends with a training, so that twenty trainings see each page, however long the crawl is.
 */
const SHARE = 1 / 20;

/** Fewest links of a layer: a model learns next to nothing from fewer new pages. */
const LEAST_LINKS = 16;

/** The links of a layer: a fixed number, or by what a budget of `pages` still allows. */
export type LayerSize = number | { readonly pages: number };

/**
 * Returns the number of links of the next layer of a crawl that has `fetched` pages. Without a
 * fixed number it is a share of the pages fetched or of those that remain, whichever are fewer.
 */
export function layerSize(size: LayerSize, fetched: number): number {
  if (typeof size === "number") return size;
  const pages = Math.min(fetched, size.pages - fetched);
  return Math.max(LEAST_LINKS, Math.ceil(SHARE * pages));
}
