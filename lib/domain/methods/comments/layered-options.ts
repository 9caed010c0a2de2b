import { z } from "zod";
import type { Selection } from "../../frontier/frontier-policy.ts";
import { DEFAULT_KEYWORDS } from "../../page/comments/default-keywords.ts";
import type { StrategyContext } from "../strategy-module.ts";
import type { IndicatorSettings } from "./page-indicator.ts";

/** Most layers: each ends with a training on all pages fetched so far. */
const MAX_DEPTH = 1_000;

/** Options of every strategy that crawls in layers (Neunerdt et al. 2013). */
export const layeredOptions = {
  topN: z
    .int()
    .min(1)
    .optional()
    .describe("Links of a layer; by the pages fetched and those that remain if not given."),
  depth: z
    .int()
    .min(1)
    .max(MAX_DEPTH)
    .optional()
    .describe("Most layers after the seeds; no end while the budget lasts if not given."),
  indicator: z
    .enum(["comments", "topic", "both"])
    .default("comments")
    .describe("Which pages are targets: those with comments, those like the need, or both in one."),
  detector: z
    .enum(["keywords", "structure", "both"])
    .default("both")
    .describe("What comments are known by: class names, the structure of the page, or both."),
  keywords: z
    .array(z.string().trim().min(1))
    .min(1)
    .default([...DEFAULT_KEYWORDS])
    .describe("Parts of class names that mean comments; with = before it, a whole name."),
  ids: z
    .boolean()
    // The paper's detector looks at class names alone.
    .default(false)
    .describe("Whether keywords are looked for in ids, too."),
};

/** Settings of the strategies that crawl in layers. */
export interface LayeredSettings extends IndicatorSettings {
  /** Number of links of a layer; `undefined` to size layers by the crawl. */
  readonly topN?: number | undefined;
  /** Most layers after the seeds; no end if not given. */
  readonly depth?: number | undefined;
}

/** Returns the selection that these settings ask for, in a crawl with this budget of pages. */
export function layeredSelection(
  { topN, depth = Number.POSITIVE_INFINITY }: LayeredSettings,
  ties: Extract<Selection, { kind: "layered" }>["ties"],
  { pages }: Pick<StrategyContext, "pages">,
): Selection {
  return { kind: "layered", topN: topN ?? { pages }, depth, ties };
}
