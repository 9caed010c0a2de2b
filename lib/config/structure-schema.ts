import { z } from "zod";
import type { SourceSettings } from "../domain/strategy/structure/source-settings.ts";
import { SOURCE_ALPHA, STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const { irobot, source } = STRATEGY_DEFAULTS;

/** Most pages of a sample: they are clustered at once. */
const MOST_SAMPLED = 10_000;

const share = () => z.number().min(0).max(1);
const factor = (value: boolean, what: string) =>
  z.boolean().default(value).describe(`Whether ${what} counts in the score of a page type.`);
const sampleSize = z
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

/** Options of `source`; those left out are the goal's or the variant's. */
export const sourceSchema = z
  .strictObject({
    name: z.literal("source"),
    goal: z
      .enum(["ucc", "target"])
      .default(source.goal)
      .describe("What is wanted: user-created content, or pages like need.examplePage."),
    variant: z
      .enum(["dowser", "paper"])
      .default(source.variant)
      .describe("As published, or with what we added."),
    sampleSize,
    sampling: z
      .enum(["apath", "breadth-first"])
      .default(source.sampling)
      .describe("How the sample is drawn: a link of each place on a page, or all links in order."),
    alpha: share()
      .exactOptional()
      .describe("Share of authority, not of being a hub, in how informative a page type is."),
    eps: z
      .enum(["knee", "histogram"])
      .default(source.eps)
      .describe("How the distance is chosen that pages of one type are within."),
    info: factor(source.info, "how informative it is"),
    dsim: factor(source.dsim, "how unlike its pages are"),
    balance: factor(source.balance, "how few of its pages were crawled"),
    text: z
      .boolean()
      .exactOptional()
      .describe("Whether fresh text is a sign of user-created content."),
    learning: z
      .enum(["counted", "apart"])
      .default(source.learning)
      .describe(
        "Whether the sample is part of the crawl, or apart from it and spares what is wanted.",
      ),
    driftShare: share()
      .default(source.driftShare)
      .describe("Share of pages of no known type from which the site is sampled again."),
  })
  .describe("Links by the page types of the site that they should lead to (Xu 2018).");

/** The settings that options stand for. */
export function sourceSettings(options: z.output<typeof sourceSchema>): SourceSettings {
  const { goal, variant } = options;
  return { alpha: SOURCE_ALPHA[goal], text: goal === "ucc" && variant === "dowser", ...options };
}
