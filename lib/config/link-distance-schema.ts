import { z } from "zod";
import type { LinkDistanceSettings } from "../domain/strategy/link-distance/link-distance-settings.ts";
import { LINK_DISTANCE_VARIANTS, STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const { "link-distance": linkDistance, "context-graph": contextGraph } = STRATEGY_DEFAULTS;

const share = z.number().min(0).max(1).exactOptional();

/** Most standard deviations: further off is nothing. */
const MAX_CONFIDENCE = 10;

/** Options of `link-distance`; those left out are the variant's. */
export const linkDistanceSchema = z
  .strictObject({
    name: z.literal("link-distance"),
    variant: z
      .enum(["dowser", "paper"])
      .default(linkDistance.variant)
      .describe("As published, or with what we added."),
    model: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "File that `dowser paths train` made: what paths on other sites taught, in the place of need.paths.",
      ),
    gatherFrom: share.describe("Least page score of a target page."),
    depthPenalty: share.describe("What a link loses for each link between it and the seeds."),
    branchDiscount: share.describe(
      "Share of what the pages on the way to a link fell short of their predictions that it loses.",
    ),
    siblingShortfall: share.describe(
      "Share of what the links beside it that were followed fell short by that a link loses.",
    ),
    confidence: z
      .number()
      .min(0)
      .max(MAX_CONFIDENCE)
      .exactOptional()
      .describe(
        "Standard deviations of the trees that are added to a prediction; variant paper only.",
      ),
    selfTraining: z
      .boolean()
      .exactOptional()
      .describe("Whether pages that nobody marked are learned from as what they look like."),
    online: z
      .boolean()
      .exactOptional()
      .describe("Whether what links lead to is learned while crawling, too; variant dowser only."),
  })
  .describe("Links by what click paths to targets on other sites teach (Effland).");

/** Most layers: each needs pages of its own to learn from. */
const MAX_LAYERS = 10;

/** Options of `context-graph`. */
export const contextGraphSchema = z
  .strictObject({
    name: z.literal("context-graph"),
    layers: z
      .int()
      .min(1)
      .max(MAX_LAYERS)
      .default(contextGraph.layers)
      .describe("Links to a target, from pages that are told apart, at most."),
    threshold: z
      .number()
      .min(0)
      .lt(1)
      .default(contextGraph.threshold)
      .describe("The links of a page less surely of a layer come last."),
  })
  .describe("Links of the pages with the fewest links to a target first (Diligenti 2000).");

/** The settings that options of `link-distance` stand for. */
export function linkDistanceSettings(
  options: z.output<typeof linkDistanceSchema>,
): LinkDistanceSettings {
  return { ...LINK_DISTANCE_VARIANTS[options.variant], ...options };
}
