import type { Progress } from "../strategy.ts";
import { OUTLIER, type Sitemap } from "./sitemap.ts";

/** Pages after a training before they tell anything of it. */
const LEAST_PAGES = 50;

/**
 * Is the site no longer what was learned? It is when the share of outliers among the pages since then is
 * more than `driftShare` above what it was among those that were learned from.
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
