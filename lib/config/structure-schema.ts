import { z } from "zod";
import { STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const { irobot } = STRATEGY_DEFAULTS;

/** Most pages of a sample: they are clustered at once. */
const MOST_SAMPLED = 10_000;

/** A number in [0,1]. */
export const share = () => z.number().min(0).max(1);
/** Option of all strategies that learn a site from a sample. */
export const sampleSize = z
  .int()
  .min(1)
  .max(MOST_SAMPLED)
  .exactOptional()
  .describe("Pages that the site is learned from; left out, by the budget.");

/** The strategies that others are compared with on one site. */
export const structureSchemas = [
  z
    .strictObject({ name: z.literal("tpm"), sampleSize })
    .describe("Links along the URL patterns that lead to pages like the example (Vidal 2006)."),
  z
    .strictObject({
      name: z.literal("irobot"),
      sampleSize,
      minDepth: z
        .int()
        .min(1)
        .default(irobot.minDepth)
        .describe("Least depth of a repetitive region among the elements."),
      minR: share().default(irobot.minR).describe("Least share of repetition in a region."),
      minEpsilon: z
        .number()
        .positive()
        .max(Math.SQRT2)
        .default(irobot.minEpsilon)
        .describe("Distance below which pages are laid out alike."),
    })
    .describe("Links along a spanning tree of the page types of the site (Cai 2008)."),
] as const;
