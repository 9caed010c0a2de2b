import * as z from "zod/mini";
import type { RecallStatement } from "../domain/metrics/recall-statement.ts";

const figure = z.number().check(z.gte(0));

const stated = { recall: figure, confidence: figure, isStated: z.boolean(), least: figure };

/** Schema of what a rule states of the recall, in the status of a planner. */
export const recallSchema: z.ZodMiniType<RecallStatement> = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("control-list"),
    ...stated,
    control: figure,
    fetched: figure,
    needed: figure,
  }),
  z.object({
    of: z.literal("discovered"),
    ...stated,
    waiting: figure,
    found: figure,
    left: figure,
    draws: figure,
    hits: figure,
    byPeople: figure,
    level: figure,
  }),
]);
