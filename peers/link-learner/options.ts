import { z } from "zod";
import { DEFAULT_PAGE_LEARNER, pageLearnerOption } from "../adaptive/options.ts";

/** Interval between trainings in Barbosa & Freire's crawler, in pages. */
const PAGES_A_TRAINING = 500;

/** Options of `link-learner`; the defaults are those of Barbosa & Freire's crawler. */
export const linkLearnerOptions = z.strictObject({
  features: z
    .enum(["url", "url+anchor+around"])
    .default("url+anchor+around")
    .describe("What of a link is learned from."),
  classes: z
    .union([z.literal(2), z.literal(3)])
    .default(2)
    .describe("Links to relevant pages or not; or by their distance to one: 0, 1 or 2."),
  every: z.int().min(1).default(PAGES_A_TRAINING).describe("Pages fetched between two trainings."),
  selection: z
    .enum(["hosts", "best", "proportional"])
    .default("hosts")
    .describe("The best link of each host in turn, the best of all, or by chance."),
  initial: z
    .enum(["parent", "examples"])
    .default("parent")
    .describe(
      "What links are worth before anything was learned: by their page, or by the examples' URLs.",
    ),
  pageLearner: pageLearnerOption.default(DEFAULT_PAGE_LEARNER),
});

/** Settings of `link-learner`. */
export type LinkLearnerSettings = z.output<typeof linkLearnerOptions>;
