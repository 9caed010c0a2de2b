import type { PageView } from "../page/page-view.ts";
import type { Url } from "../url/url.ts";

/** A click path that the user marked: from a start page to a target, each page linked from the one before; at least two. */
export type MarkedPath = readonly Url[];

/** What strategies that learn from click paths are given. */
export interface MarkedPaths {
  readonly paths: readonly MarkedPath[];
  /** The pages of the paths and the pages that those link to, as far as they could be fetched; each once. */
  readonly pages: readonly PageView[];
}
