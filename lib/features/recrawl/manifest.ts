/** Recrawls of a stack in the project file. */
import { z } from "zod";

/** More than a year is no schedule. */
const MOST_HOURS = 8_760;

/** When a stack comes back to its crawl. */
const recrawlSchema = z.strictObject({
  everyHours: z
    .int()
    .min(1)
    .max(MOST_HOURS)
    .describe(
      "Hours between two looks of the stack whether its crawl has ended: then a recrawl begins.",
    ),
  pages: z
    .int()
    .min(1)
    .optional()
    .describe("Most pages of each recrawl, new ones included; `budget.pages` if absent."),
});

/** The key of the section `stack`. */
export const recrawlStack = {
  recrawl: recrawlSchema
    .optional()
    .describe(
      "Comes back to the pages of the crawl that has ended, again and again; never over an active crawl, and not after `dowser stop`.",
    ),
};
