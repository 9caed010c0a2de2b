import * as z from "zod/mini";

const set = z.string().check(z.minLength(1));

const count = z.coerce.number<string>().check(z.int(), z.positive());

/** The environment variables of each function; the stack sets these and no others. */
export const ENVIRONMENTS = {
  planner: z.object({
    TABLE_NAME: set,
    BUCKET_NAME: set,
    HARVEST_QUEUE_URL: set,
    RESULTS_QUEUE_URL: set,
    TRAIN_FUNCTION_NAME: set,
    PLAN_RULE_NAME: set,
    TRAIN_RULE_NAME: set,
    HARVEST_MAPPING_ID: set,
    MOST_IN_FLIGHT: count,
    HARVESTER_MB: count,
    // Only for a project that composes queries for an engine with a key.
    SEARCH_KEY_ARN: z.optional(set),
  }),
  harvester: z.object({
    TABLE_NAME: set,
    BUCKET_NAME: set,
    RESULTS_QUEUE_URL: set,
    // Only for a project with sessions.
    SESSIONS_ARN: z.optional(set),
  }),
  trainer: z.object({
    TABLE_NAME: set,
    BUCKET_NAME: set,
    // Only for a project with an assessor that wants a key.
    ASSESSOR_ARN: z.optional(set),
  }),
  "api-handler": z.object({
    TABLE_NAME: set,
    BUCKET_NAME: set,
    PLAN_FUNCTION_NAME: set,
    TRAIN_FUNCTION_NAME: set,
    PLAN_RULE_NAME: set,
    TRAIN_RULE_NAME: set,
    HARVEST_MAPPING_ID: set,
    HARVEST_QUEUE_URL: set,
    RESULTS_QUEUE_URL: set,
    HARVEST_DEAD_LETTERS_URL: set,
    RESULTS_DEAD_LETTERS_URL: set,
    // Only its presence counts: the API cannot read the secret.
    SEARCH_KEY_ARN: z.optional(set),
    HARVESTER_MB: count,
    PROJECT_NAME: set,
    // Whether harvesters have a secret for sessions, which this function may not read.
    SESSIONS_ARN: z.optional(set),
    // Whether the trainer has a secret for an assessor, which this function may not read.
    ASSESSOR_ARN: z.optional(set),
  }),
  watchdog: z.object({ TABLE_NAME: set }),
  authorizer: z.object({ TOKEN_SECRET_ARN: set }),
} as const;

/** The functions of a stack, by the names of their files. */
export type FunctionName = keyof typeof ENVIRONMENTS;

/**
 * Returns whether errors in the log of a function name lines of the sources. A map takes 16 MB of memory, which harvesters, the smallest of
 * which have 17 MB to spare, lack.
 */
export function hasSourceMaps(name: FunctionName): boolean {
  return name !== "harvester";
}

/** The environment of each function. */
export type Environments = {
  readonly [Name in FunctionName]: z.infer<(typeof ENVIRONMENTS)[Name]>;
};
