import { z } from "zod";
import { STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const { commd, layered } = STRATEGY_DEFAULTS;

/** Most layers: each ends with a training on all pages fetched so far. */
const MAX_DEPTH = 1_000;

/** Options of every strategy that crawls in layers. */
const options = {
  topN: z.int().min(1).default(layered.topN).describe("Links of a layer."),
  depth: z.int().min(1).max(MAX_DEPTH).default(layered.depth).describe("Layers after the seeds."),
  indicator: z
    .enum(["comments", "topic", "both"])
    .default(layered.indicator)
    .describe("Which pages are wanted: those with comments, those like the need, or both in one."),
  detector: z
    .enum(["keywords", "structure", "both"])
    .default(layered.detector)
    .describe("What comments are known by: class names, the structure of the page, or both."),
  keywords: z
    .array(z.string().trim().min(1))
    .min(1)
    .default([...layered.keywords])
    .describe("Parts of class names that stand for comments; with = before it, a whole name."),
  ids: z.boolean().default(layered.ids).describe("Whether keywords are sought in ids, too."),
};

/** The strategies that crawl in layers (Neunerdt et al. 2013). */
export const layeredSchemas = [
  z
    .strictObject({
      name: z.literal("commd"),
      variant: z
        .enum(["dowser", "paper"])
        .default(commd.variant)
        .describe("Links like those that led to wanted pages first; or all links of wanted pages."),
      ...options,
    })
    .describe("In layers, links that should lead to pages with comments."),
  z
    .strictObject({ name: z.literal("opic"), ...options })
    .describe("In layers, links by the cash that pages pay to them."),
  z
    .strictObject({ name: z.literal("opic-commd"), ...options })
    .describe("In layers, links by the cash that pages with comments pay to them."),
] as const;
