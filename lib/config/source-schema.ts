import { z } from "zod";
import type { SourceSettings } from "../domain/strategy/structure/source-settings.ts";
import { SOURCE_ALPHA, STRATEGY_DEFAULTS } from "./strategy-defaults.ts";
import { sampleSize, share } from "./structure-schema.ts";

const { goal, variant, driftShare, learning, ...published } = STRATEGY_DEFAULTS.source;

const factor = (what: string) =>
  z
    .boolean()
    .exactOptional()
    .describe(`Whether ${what} counts in the score of a page type (published score only).`);
/** Options of `source`; those left out are the goal's or the variant's. */
export const sourceSchema = z
  .strictObject({
    name: z.literal("source"),
    goal: z
      .enum(["ucc", "target"])
      .default(goal)
      .describe("What is wanted: user-created content, or pages like need.examplePage."),
    variant: z
      .enum(["dowser", "paper"])
      .default(variant)
      .describe("As published, or with what we added."),
    sampleSize,
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
      .describe(
        "Whether the sample is part of the crawl, or apart from it and spares what is wanted.",
      ),
    driftShare: share()
      .default(driftShare)
      .describe("Share of pages of no known type from which the site is sampled again."),
  })
  .superRefine((options, context) => {
    for (const [key, reason] of unheardOptions(options))
      context.addIssue({ code: "custom", path: [key], message: reason });
  })
  .describe("Links by the page types of the site that they should lead to (Xu 2018).");

type SourceOptions = Pick<SourceSettings, "name" | "goal" | "variant" | "driftShare"> &
  Partial<SourceSettings>;

/**
 * Options given that go unheard beside the others, each with the reason. One that says what is so without
 * it passes: settings that stand in full, as in a plan bundle, are options again.
 */
function unheardOptions(options: SourceOptions): [key: string, reason: string][] {
  const { goal, variant, text } = sourceSettings(options);
  const { name, driftShare } = options;
  const unasked = sourceSettings({ name, goal, variant, driftShare });
  const isPublished = variant === "paper" || (goal === "ucc" && !text);
  const rules: readonly [keys: readonly (keyof SourceSettings)[], isHeard: boolean, why: string][] =
    [
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
    .filter(([, isHeard]) => !isHeard)
    .flatMap(([keys, , why]) =>
      keys.flatMap((key) => (key in options && options[key] !== unasked[key] ? [[key, why]] : [])),
    );
}

/** The settings that options stand for. */
export function sourceSettings(options: SourceOptions): SourceSettings {
  const { goal, variant } = options;
  const text = goal === "ucc" && variant === "dowser";
  return { ...published, alpha: SOURCE_ALPHA[goal], text, learning, ...options };
}
