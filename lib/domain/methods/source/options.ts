import { z } from "zod";
import { sampleSizeOption } from "./sample-size.ts";

const share = () => z.number().min(0).max(1);
const factor = (what: string) =>
  z
    .boolean()
    .exactOptional()
    .describe(`Whether ${what} counts in the score of a page type (published score only).`);

/** A few pages in a hundred of a site are like no others; with a third the site has changed. */
const DRIFT_SHARE = 0.3;

/** Options of `source`; the goal or the variant gives the defaults. */
const schema = z.strictObject({
  goal: z
    .enum(["ucc", "target"])
    .default("ucc")
    .describe("What is looked for: user-created content, or pages like need.examplePage."),
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("As published, or with what we added."),
  sampleSize: sampleSizeOption,
  sampling: z
    .enum(["apath", "breadth-first"])
    .exactOptional()
    .describe(
      "How the sample is drawn: a link of each place on a page, or all links in order (published score only).",
    ),
  alpha: share()
    .exactOptional()
    .describe(
      "Share of authority, not of being a hub, in how informative a page type is (published score only).",
    ),
  eps: z
    .enum(["knee", "histogram"])
    .exactOptional()
    .describe(
      "How the distance is chosen that pages of one type are within (published score only).",
    ),
  info: factor("how informative it is"),
  dsim: factor("how unlike its pages are"),
  balance: factor("how few of its pages were crawled"),
  text: z
    .boolean()
    .exactOptional()
    .describe("Whether fresh text is a sign of user-created content."),
  learning: z
    .enum(["counted", "apart"])
    .exactOptional()
    .describe("Whether the sample is part of the crawl, or apart from it and spares target pages."),
  driftShare: share()
    .default(DRIFT_SHARE)
    .describe("Share of pages of no known type from which the site is sampled again."),
});

type Options = z.output<typeof schema>;

/** Settings of `source`, complete except for the size of the sample. */
export type SourceSettings = Required<Omit<Options, "sampleSize">> & Pick<Options, "sampleSize">;

/** The values of Xu, Gao & Callan 2018, §§ 5.3 and 5.4, by goal. */
const ALPHA = { ucc: 0.5, target: 0.8 } as const;

const DEFAULTS = {
  /**
   * 200 pages drawn this way are as informative as 1,000 breadth first (Xu, Gao & Callan 2018, §
   * 5.5).
   */
  sampling: "apath",
  /** The published histogram, taken literally, leaves four pages in ten out of every type. */
  eps: "knee",
  info: true,
  dsim: true,
  balance: true,
  /** The fetched pages are the result; a sample that does not count is for comparisons. */
  learning: "counted",
} as const;

/** Options of `source`, parsed into full settings. */
export const sourceOptions = schema
  .superRefine((options, context) => {
    for (const [key, reason] of idleOptions(options))
      context.addIssue({ code: "custom", path: [key], message: reason });
  })
  .transform(settingsOf);

function settingsOf(options: Options): SourceSettings {
  const { goal, variant } = options;
  const text = goal === "ucc" && variant === "dowser";
  return { ...DEFAULTS, alpha: ALPHA[goal], text, ...options };
}

/**
 * Returns the given options that have no effect with the others, each with the reason. A value
 * equal to the effective one passes, since full settings, as in a plan bundle, are parsed as
 * options again.
 */
function idleOptions(options: Options): [key: string, reason: string][] {
  const { goal, variant, text } = settingsOf(options);
  const left = settingsOf({ goal, variant, driftShare: options.driftShare });
  const isPublished = variant === "paper" || (goal === "ucc" && !text);
  const rules: readonly [keys: readonly (keyof Options)[], applies: boolean, why: string][] = [
    [
      ["alpha", "eps", "sampling"],
      isPublished,
      "counts in the published score only: add variant: paper, or text: false for user-created content",
    ],
    [
      ["info", "dsim", "balance"],
      isPublished && goal === "ucc",
      "counts in the published score of user-created content only: add variant: paper, or text: false",
    ],
    [["learning"], !isPublished, "the published score has no such choice: leave it out"],
    [
      ["text"],
      goal === "ucc" && variant === "dowser",
      "text is looked at for user-created content, and not as published: leave it out",
    ],
  ];
  return rules
    .filter(([, applies]) => !applies)
    .flatMap(([keys, , why]) =>
      keys.flatMap((key) => (key in options && options[key] !== left[key] ? [[key, why]] : [])),
    );
}
