import { z } from "zod";
import { namedRunSchema, rejectedSchema } from "./schemas.ts";
import { MOST_COMPARED } from "./workbench-limits.ts";

const count = () => z.int().min(0);
const share = () => z.number().min(0).max(1);

/** Parameters of `GET /runs/{run}/compare`. */
export const compareQuerySchema = z.strictObject({
  ...namedRunSchema.shape,
  others: z
    .string()
    .default("")
    .transform((names) => [...new Set(names.split(",").filter((name) => name !== ""))])
    .refine((names) => names.length <= MOST_COMPARED, `at most ${MOST_COMPARED} other runs`)
    .describe("Names of the other runs, with commas between."),
});

/** What two runs have in common, by the addresses of their pages. */
const sharedSchema = z.strictObject({
  pages: count().describe("Pages that both fetched."),
  targets: count().describe("Pages that both predict to be relevant."),
  sites: share().describe("Share of the hosts of relevant pages of either that both have."),
  all: z
    .strictObject({ estimate: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      "Relevant pages that there are, by capture and recapture; null without a shared one.",
    ),
});

/** Answer of `GET /runs/{run}/compare`: the run itself, then the others. */
export const comparedSchema = z.strictObject({
  runs: z.array(
    z.strictObject({
      run: z.string(),
      pages: count(),
      targets: count(),
      hosts: count(),
      harvest: z.array(z.strictObject({ pages: count(), targets: count() })),
      shared: sharedSchema.nullable().describe("With the first run; null for the first run."),
      command: z.string().nullable().describe("The command that compares the texts, too."),
    }),
  ),
});

/** Parameters of `GET /runs/{run}/overlap`. */
export const overlapQuerySchema = z.strictObject({ ...namedRunSchema.shape, other: z.string() });

/** Answer of `GET /runs/{run}/overlap`: how far the texts of the relevant pages of two runs are the same. */
export const overlapSchema = z.strictObject({
  figures: z
    .strictObject({
      keywords: z.array(z.strictObject({ most: count(), share: share() })),
      documents: share(),
      common: z.array(z.string()),
      onlyFirst: z.array(z.string()),
      onlySecond: z.array(z.string()),
    })
    .nullable()
    .describe("Null where one of them has no relevant page that can be read."),
});

const named = { pages: count(), targets: count() };

/** Answer of `GET /runs/{run}/site`: hosts, page types and what leads where, and URLs without a page. */
export const siteSchema = z.strictObject({
  pages: count(),
  hosts: z
    .array(z.strictObject({ host: z.string(), ...named, waiting: count() }))
    .describe("Those with the most pages."),
  hostCount: count(),
  types: z
    .array(z.strictObject({ type: z.string(), ...named }))
    .describe("As each page was judged when it was fetched."),
  sitemap: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("known"),
      types: z.array(
        z.strictObject({
          name: z.string(),
          sampled: count(),
          hub: z.number(),
          authority: z.number(),
          example: z.string().nullable(),
        }),
      ),
      outliers: count(),
      arcs: z
        .array(
          z.strictObject({ from: z.string(), to: z.string(), links: z.number(), at: z.string() }),
        )
        .describe("The largest ones."),
      arcCount: count(),
    }),
    z.strictObject({ kind: z.literal("learning"), from: count().nullable() }),
    z.strictObject({ kind: z.literal("none"), strategy: z.string() }),
  ]),
  rejected: rejectedSchema,
  commands: z.strictObject({ sitemap: z.string(), rejected: z.string() }),
});

export type Site = z.output<typeof siteSchema>;
export type CompareQuery = z.output<typeof compareQuerySchema>;
export type Compared = z.output<typeof comparedSchema>;
export type ComparedRun = Compared["runs"][number];
export type OverlapQuery = z.output<typeof overlapQuerySchema>;
export type Overlap = z.output<typeof overlapSchema>;
