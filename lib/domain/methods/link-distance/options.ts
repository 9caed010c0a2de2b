import { z } from "zod";

const share = (what: string) => z.number().min(0).max(1).describe(what);

/** Options of `link-distance`; measured on university sites, each crawled with a model of the others. */
export const linkDistanceOptions = z.strictObject({
  model: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      "File that `dowser paths train` made: what paths on other sites taught, in the place of need.paths.",
    ),
  /** Most branches without targets lead down; a list of targets is still worth 27 links. */
  depthPenalty: share("What a link loses for each link between it and the seeds.").default(0.03),
  /**
   * Learning during the crawl lowers branches without targets already: both corrections together
   * reached fewer targets.
   */
  branchDiscount: share(
    "Share of what the pages on the way to a link fell short of their predictions that it loses.",
  ).default(0),
  siblingShortfall: share(
    "Share of what the links beside it that were followed fell short by that a link loses.",
  ).default(0),
  selfTraining: z
    .boolean()
    .describe("Whether pages that nobody marked are learned from as what they look like.")
    .default(true),
  online: z
    .boolean()
    .describe("Whether what links lead to is learned while crawling, too.")
    .default(true),
});

/** Settings of `link-distance`. */
export type LinkDistanceSettings = z.output<typeof linkDistanceOptions>;
