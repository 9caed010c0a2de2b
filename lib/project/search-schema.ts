import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";

/** Schema of an http or https URL, as the user wrote it. */
export const webUrl = z
  .string()
  .trim()
  .min(1)
  .refine(isWebUrl, "expected an http or https URL without user name and password");

/** Returns whether a text is an http or https URL without credentials. */
export function isWebUrl(value: string): boolean {
  return canonicalUrl(value).ok;
}

/** Most results of one query: the limit of Brave, and more pages than a person would look at. */
const MAX_RESULTS = 200;

/** Most queries of one crawl: someone pays the engine for each. */
const MAX_COMPOSED = 10_000;

const results = z
  .int()
  .min(1)
  .max(MAX_RESULTS)
  .default(DEFAULTS.search.results)
  .describe("First results of each query that join the seeds.");

const dollarsPerQuery = z
  .number()
  .min(0)
  .default(DEFAULTS.search.dollarsPerQuery)
  .describe("Dollars that the engine charges for a query; counted against budget.dollars.");

const compose = z
  .strictObject({
    queries: z
      .int()
      .min(1)
      .max(MAX_COMPOSED)
      .default(DEFAULTS.search.compose.queries)
      .describe("Most queries that the crawl composes; an engine may charge for each."),
    every: z
      .int()
      .min(1)
      .default(DEFAULTS.search.compose.every)
      .describe("Pages fetched between two of them; one is asked, too, when no link is left."),
  })
  .optional()
  .describe("Queries that the crawl composes itself from the example pages; none if absent.");

/** Section `search`: the engine that is asked for the first pages of a crawl. */
export const searchSchema = z.discriminatedUnion("provider", [
  z
    .strictObject({
      provider: z.literal("brave").describe("The Brave Search API."),
      results,
      dollarsPerQuery,
      compose,
    })
    .describe("The Brave Search API; its key is in the environment: BRAVE_SEARCH_API_KEY."),
  z
    .strictObject({
      provider: z.literal("searxng").describe("A SearXNG instance."),
      results,
      dollarsPerQuery,
      compose,
      url: webUrl
        .refine(
          (url) => !url.includes("?"),
          "expected the address of the instance alone: a query (`?` and what follows) would not be sent",
        )
        .describe("Address of the SearXNG instance, which must allow JSON."),
    })
    .describe("A SearXNG instance of your own, or one that allows JSON."),
  z
    .strictObject({
      provider: z.literal("local").describe("The recording's own full text."),
      results,
      dollarsPerQuery,
      compose,
    })
    .describe("The recorded web's own full text; with `--web` only."),
]);

/** A search engine with its settings. */
export type SearchChoice = z.output<typeof searchSchema>;
