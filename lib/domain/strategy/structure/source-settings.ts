import type { CrawlGoal } from "./sample-size.ts";

/** Settings of `source`. */
export interface SourceSettings {
  readonly name: "source";
  readonly goal: CrawlGoal;
  /** As published, or learning as it crawls. */
  readonly variant: "paper" | "dowser";
  /** Pages of a sample; where it is left out from the budget, or as few as the variant can do with. */
  readonly sampleSize?: number;
  readonly sampling: "apath" | "breadth-first";
  /** Share of authority in the informativeness of a page type, in [0,1]. */
  readonly alpha: number;
  readonly eps: "knee" | "histogram";
  /** Which factors the score of a page type has, crawling for user-created content. */
  readonly info: boolean;
  readonly dsim: boolean;
  readonly balance: boolean;
  /** Whether fresh text is a sign of user-created content; without it the pages' structure alone is. */
  readonly text: boolean;
  /** Whether the sample is part of what is wanted; one taken apart from it spares wanted pages. */
  readonly learning: "counted" | "apart";
  /** Share of pages that were not foreseen from which the site is sampled again, in [0,1]. */
  readonly driftShare: number;
}
