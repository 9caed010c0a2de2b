import type { PageView } from "../page/page-view.ts";
import type { Url } from "../web/url/url.ts";

/**
 * A click path that the user marked, from a start page to a target. Each page is linked from the
 * one before; at least two pages.
 */
export type MarkedPath = readonly Url[];

/** The training data of strategies that learn from click paths. */
export interface MarkedPaths {
  readonly paths: readonly MarkedPath[];
  /**
   * The pages of the paths and the pages that those link to, as far as they could be fetched; each
   * once.
   */
  readonly pages: readonly PageView[];
}
