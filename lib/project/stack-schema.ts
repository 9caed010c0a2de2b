/** Section `stack` of the project file. */
import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import { FEATURE_SECTIONS } from "../features/registry.ts";
import { LISTING_FORMS } from "../ports/page-listing.ts";

const { stack } = DEFAULTS;

/** Least and most workers that an event source mapping takes. */
const [LEAST_WORKERS, MOST_WORKERS] = [2, 1_000];

/** Fewer links in flight leave a single batch half empty; more fill a planner's memory. */
const [LEAST_IN_FLIGHT, MOST_IN_FLIGHT] = [64, 100_000];

/** A harvester does not start with less; more than a batch can fill is no use. */
const [LEAST_MB, MOST_MB] = [192, 3_008];

/** Section `stack`: how much a stack on AWS does at one time, and when it comes back. `dowser deploy` applies it. */
export const stackSchema = z.strictObject({
  workers: z
    .int()
    .min(LEAST_WORKERS)
    .max(MOST_WORKERS)
    .optional()
    .describe(
      "Most harvesters at one time, each at up to 80 hosts. The account must allow five functions more. If absent, `dowser deploy` takes 20 where the account may run 100 functions at one time, and 5 elsewhere.",
    ),
  inFlight: z
    .int()
    .min(LEAST_IN_FLIGHT)
    .max(MOST_IN_FLIGHT)
    .default(stack.inFlight)
    .describe(
      "Most links that are drawn and not yet completed; never more than a tenth of the pages fetched, or 64. More make batches larger and cheaper.",
    ),
  memory: z
    .int()
    .min(LEAST_MB)
    .max(MOST_MB)
    .optional()
    .describe(
      "Memory of a harvester, in MB: 384, or 224 for up to three hosts, if absent, and 96 more with `scope.detectLanguage`. A batch has at most (memory - 160) / 0.35 pages, and 1,000.",
    ),
  records: z
    .enum(LISTING_FORMS)
    .optional()
    .describe(
      "Form of the pages' list in DynamoDB: `rows`, an item a page whose attributes are read with any tool, for some 0.66 $ a million; or `packed`, for 0.11 $. If absent, rows up to a budget of 1,000,000 pages. The next crawl applies it.",
    ),
  auth: z
    .enum(["token", "iam"])
    .optional()
    .describe(
      "How requests to the API are let in: with the stack's `token`, or signed by credentials of AWS whose role may call it (`iam`). With the token if absent.",
    ),
  tracing: z
    .boolean()
    .optional()
    .describe(
      "Sends traces of the functions' runs to AWS X-Ray: some 0.02 $ a million pages. Off if absent.",
    ),
  ...FEATURE_SECTIONS.stack,
});
