import { OUTLIER, type Sitemap } from "../sitemap.ts";
import type { Progress } from "../strategy.ts";

/** Least number of pages after a training from which drift can be judged. */
const LEAST_PAGES = 50;

/**
 * Reports whether the site has changed since it was learned. It has when the share of outliers
 * since then exceeds that of the training pages by more than `driftShare`.
 */
export function isDrifted(
  { types, pages, pagesAtTraining }: Pick<Progress, "types" | "pages" | "pagesAtTraining">,
  sitemap: Pick<Sitemap, "types" | "outliers">,
  driftShare: number,
): boolean {
  const since = pages - pagesAtTraining;
  if (since < LEAST_PAGES) return false;
  const learned = sitemap.types.reduce((sum, type) => sum + type.pages, sitemap.outliers);
  const expected = learned === 0 ? 0 : sitemap.outliers / learned;
  return (types.get(OUTLIER) ?? 0) / since - expected > driftShare;
}
