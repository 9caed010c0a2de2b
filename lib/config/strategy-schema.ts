import { z } from "zod";

/** One line a strategy: its name and, beside it, its options. */
const STRATEGIES = [
  z.strictObject({ name: z.literal("breadth-first") }).describe("Links in order of discovery."),
  z.strictObject({ name: z.literal("depth-first") }).describe("The link discovered last first."),
  z.strictObject({ name: z.literal("random") }).describe("Links in random order."),
  z
    .strictObject({ name: z.literal("best-first") })
    .describe("Links of the pages most like the need first."),
] as const;

/** Names of the strategies a project file may ask for. */
export const STRATEGY_NAMES = STRATEGIES.map((strategy) => strategy.shape.name.value);

/** A strategy by name, or by name with its options; gives the latter. */
export const strategySchema = z
  .union([z.enum(STRATEGY_NAMES), z.discriminatedUnion("name", STRATEGIES)])
  .transform((value) => (typeof value === "string" ? { name: value } : value))
  .pipe(z.discriminatedUnion("name", STRATEGIES));

/** A strategy's name and options. */
export type StrategyChoice = z.output<typeof strategySchema>;
