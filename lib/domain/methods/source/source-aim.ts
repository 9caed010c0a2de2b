/** What a crawl by `source` is for, its options, and what its need must have. */
import { z } from "zod";
import { fail } from "../../../errors.ts";
import { pageStructure } from "../../page/page-structure.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Url } from "../../web/url/url.ts";
import type { Need, Strategy } from "../strategy.ts";

/** The part of the need that a crawl of a site uses. */
export type SourceAim = {
  /** Paths of the example page with their number; `null` when the goal is user-created content. */
  readonly example: Readonly<Record<string, number>> | null;
  /** The example page's URL; `null` when there is no example. */
  readonly exampleUrl: Url | null;
  /** Least utility of a relevant page, in [0,1]; `null` lets the strategy choose. */
  readonly threshold: number | null;
};

/** Most pages of a sample: all of them are clustered together. */
const MOST_SAMPLED = 10_000;

/** The option of all strategies that learn a site from a sample. */
export const sampleSizeOption = z
  .int()
  .min(1)
  .max(MOST_SAMPLED)
  .exactOptional()
  .describe("Pages that the site is learned from; left out, by the budget.");

/** A few pages in a hundred of a site are like no others; with a third the site has changed. */
const DRIFT_SHARE = 0.3;

/** The options that every form of `source` has. */
export const siteOptions = z.strictObject({
  goal: z
    .enum(["ucc", "target"])
    .default("ucc")
    .describe("What is looked for: user-created content, or pages like need.examplePage."),
  sampleSize: sampleSizeOption,
  driftShare: z
    .number()
    .min(0)
    .max(1)
    .default(DRIFT_SHARE)
    .describe("Share of pages of no known type from which the site is sampled again."),
});

/** The goal of a crawl of one site: user-created content of all kinds, or pages of one type. */
export type CrawlGoal = z.output<typeof siteOptions>["goal"];

/** Options of `source`. */
export const sourceOptions = siteOptions.extend({
  learning: z
    .enum(["counted", "apart"])
    // The fetched pages are the result; a sample that does not count is for comparisons.
    .default("counted")
    .describe(
      "Whether the sample is part of the crawl, or apart from it and spares relevant pages.",
    ),
});

/** Settings of `source`, complete except for the size of the sample. */
export type SourceSettings = z.output<typeof sourceOptions>;

/**
 * Returns the aim of a crawl.
 * @throws DowserError `no-example`
 */
export function sourceAim({ goal }: Pick<SourceSettings, "goal">, need: Need): SourceAim {
  const threshold = need.threshold ?? null;
  if (goal !== "target") return { example: null, exampleUrl: null, threshold };
  const page = requireExample("source", need);
  return { example: pageStructure(page).paths, exampleUrl: page.url, threshold };
}

/** Checks the need when the goal requires something of it. */
export function checkSourceNeed({
  goal,
}: Pick<SourceSettings, "goal">): Pick<Strategy, "checkNeed"> {
  if (goal !== "target") return {};
  return {
    checkNeed: (need) => {
      checkExample("source", need);
      return undefined;
    },
  };
}

/**
 * Returns the example page of the need.
 * @throws DowserError `no-example`
 */
export function requireExample(strategy: string, { examplePage }: Need): PageView {
  if (examplePage !== undefined) return examplePage;
  throw fail("no-example", { strategy, value: examplePage });
}

/** The only leaf of a page of bare text; content that is not HTML is parsed to this. */
const BARE_TEXT = "/html/body/text()";

/**
 * Checks that the need has an example page whose structure can be recognised.
 * @throws DowserError `no-example`, `example-without-markup`
 */
export function checkExample(strategy: string, need: Need): void {
  const { url, xpathBag } = requireExample(strategy, need);
  if ([...xpathBag.keys()].some((path) => path !== BARE_TEXT)) return;
  throw fail("example-without-markup", { url });
}
