import { z } from "zod";
import type { StrategyChoice } from "../domain/strategy/create-strategy.ts";
import { adaptiveSchema, adaptiveSettings, pageEstimator, peerSchemas } from "./adaptive-schema.ts";
import { layeredSchemas } from "./layered-schema.ts";
import {
  contextGraphSchema,
  linkDistanceSchema,
  linkDistanceSettings,
} from "./link-distance-schema.ts";
import { lokmanSchema, lokmanSettings } from "./lokman-schema.ts";
import { sourceSchema, sourceSettings } from "./source-schema.ts";
import { STRATEGY_DEFAULTS } from "./strategy-defaults.ts";
import { structureSchemas } from "./structure-schema.ts";

const { "fish-search": fish, "shark-search": shark, pagerank, hits } = STRATEGY_DEFAULTS;

const count = (value: number) => z.int().min(1).default(value);
const share = (value: number) => z.number().min(0).max(1).default(value);
const every = (value: number) =>
  count(value).describe("Pages fetched between two computations of the ranks.");

/** One entry a strategy: its name and, beside it, its options. */
const STRATEGIES = [
  z
    .strictObject({ name: z.literal("breadth-first"), pageEstimator })
    .describe("Links in order of discovery."),
  z
    .strictObject({ name: z.literal("depth-first"), pageEstimator })
    .describe("The link discovered last first."),
  z.strictObject({ name: z.literal("random"), pageEstimator }).describe("Links in random order."),
  z
    .strictObject({ name: z.literal("best-first"), pageEstimator })
    .describe("Links of the pages most like the need first."),
  z
    .strictObject({
      name: z.literal("fish-search"),
      depth: count(fish.depth).describe("Links followed away from target pages."),
      width: count(fish.width).describe("Links of a page that come first."),
    })
    .describe("Links of target pages first; a way without any dies."),
  z
    .strictObject({
      name: z.literal("shark-search"),
      decay: share(shark.decay).describe("Share of its worth that a page hands on (δ)."),
      inheritance: share(shark.inheritance).describe(
        "Share of what is inherited in a link's score (γ).",
      ),
      anchor: share(shark.anchor).describe(
        "Share of the anchor text in what stands at a link (β).",
      ),
    })
    .describe("Links by inherited likeness, anchor text and the words around."),
  z
    .strictObject({ name: z.literal("pagerank"), every: every(pagerank.every) })
    .describe("Links by PageRank on the pages fetched so far."),
  z
    .strictObject({ name: z.literal("hits"), every: every(hits.every) })
    .describe("Links by the hubs among the pages fetched so far."),
  adaptiveSchema,
  ...peerSchemas,
  linkDistanceSchema,
  contextGraphSchema,
  lokmanSchema,
  ...layeredSchemas,
  sourceSchema,
  ...structureSchemas,
] as const;

/** Names of the strategies a project file may ask for. */
export const STRATEGY_NAMES = STRATEGIES.map((strategy) => strategy.shape.name.value);

/** A strategy by name, or by name with its options; gives its settings, every default filled in. */
export const strategySchema = z
  .union([z.enum(STRATEGY_NAMES), z.discriminatedUnion("name", STRATEGIES)])
  .transform((value) => (typeof value === "string" ? { name: value } : value))
  .pipe(z.discriminatedUnion("name", STRATEGIES))
  .transform(settingsOf);

/** Settings that options stand for: those left out may depend on the others. */
function settingsOf(options: z.output<z.ZodDiscriminatedUnion<typeof STRATEGIES>>): StrategyChoice {
  if (options.name === "adaptive") return adaptiveSettings(options);
  if (options.name === "link-distance") return linkDistanceSettings(options);
  if (options.name === "lokman") return lokmanSettings(options);
  return options.name === "source" ? sourceSettings(options) : options;
}
