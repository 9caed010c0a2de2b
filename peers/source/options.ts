import { z } from "zod";
import { siteOptions } from "../../lib/domain/methods/source/source-aim.ts";

const factor = (what: string) =>
  z.boolean().exactOptional().describe(`Whether ${what} counts in the score of a page type.`);

/** Options of `published-source`; the goal gives the defaults. */
const schema = siteOptions.extend({
  sampling: z
    .enum(["apath", "breadth-first"])
    // 200 pages drawn this way are as informative as 1,000 breadth first (§ 5.5).
    .default("apath")
    .describe("How the sample is drawn: a link of each place on a page, or all links in order."),
  alpha: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe("Share of authority, not of being a hub, in how informative a page type is."),
  eps: z
    .enum(["knee", "histogram"])
    // The published histogram, taken literally, leaves four pages in ten out of every type.
    .default("knee")
    .describe("How the distance is chosen that pages of one type are within."),
  paths: z
    .enum(["tags", "all"])
    .default("tags")
    .describe("What pages are compared by: their tag paths as published, or class paths, too."),
  info: factor("how informative it is"),
  dsim: factor("how unlike its pages are"),
  balance: factor("how few of its pages were crawled"),
});

type Options = z.output<typeof schema>;

/** The factors of a page type's score, all of which count for user-created content alone. */
const FACTORS = { info: true, dsim: true, balance: true } as const;

/** The values of Xu, Gao & Callan 2018, §§ 5.3 and 5.4, by goal. */
const ALPHA = { ucc: 0.5, target: 0.8 } as const;

/** Settings of `published-source`, complete except for the size of the sample. */
export type PublishedSourceSettings = Required<Omit<Options, "sampleSize">> &
  Pick<Options, "sampleSize">;

/** Options of `published-source`, parsed into full settings. */
export const publishedSourceOptions = schema
  .superRefine((options, context) => {
    for (const key of ["info", "dsim", "balance"] as const) {
      if (options.goal === "target" && options[key] === false) {
        const message = "counts for user-created content only: leave it out";
        context.addIssue({ code: "custom", path: [key], message });
      }
    }
  })
  .transform(
    (options): PublishedSourceSettings => ({
      ...FACTORS,
      alpha: ALPHA[options.goal],
      ...options,
    }),
  );
