import { z } from "zod";
import { CUT_NAMES } from "../domain/methods/label-need.ts";
import { namedRunSchema } from "./schemas.ts";

const count = () => z.int().min(0);
const share = () => z.number().min(0).max(1);

/** Parameters of `GET /runs/{run}/corpus`. */
export const corpusQuerySchema = z.strictObject({
  ...namedRunSchema.shape,
  at: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("The cut that the nearest pages are of; that of the run where it is left out."),
});

/** Body of `PUT /runs/{run}/cut`: one of the two cuts, a least score, or nothing, so that the project decides. */
export const cutChosenSchema = z.union([
  z.strictObject({ cut: z.enum(CUT_NAMES) }),
  z.strictObject({ minScore: share() }),
  z.strictObject({}),
]);

/** Parameters of `POST /runs/{run}/sample`. */
export const sampleQuerySchema = z.strictObject({
  ...namedRunSchema.shape,
  of: z
    .enum(["pages", "targets"])
    .default("pages")
    .describe("All pages, or those called relevant."),
});

const nearSchema = z.array(
  z.strictObject({
    sequence: z.int(),
    url: z.string(),
    title: z.string(),
    utility: share(),
    verdict: z.boolean().nullable().describe("What people said of it."),
  }),
);

const outlookSchema = z.strictObject({
  at: share(),
  called: count().describe("Pages from this score on, with those that a rule or a label calls."),
  by: z
    .enum(["sample", "labels", "scores"])
    .describe("What the share rests on; by scores it is predicted, not judged."),
  share: share().nullable().describe("Share of relevant pages among them."),
  low: share(),
  high: share(),
  cases: count().describe("Verdicts of people among them that the share rests on."),
});

/** Answer of `GET /runs/{run}/corpus`: scores, the cut, and what each other cut would call. */
export const corpusSchema = z.strictObject({
  pages: count(),
  called: count().describe("Pages called relevant, as every figure and export of the run has it."),
  cut: z.strictObject({
    at: share().nullable().describe("Null where each judge's own rule decides."),
    name: z.enum(CUT_NAMES).nullable().describe("Null where a score was chosen."),
    isKept: z.boolean().describe("Whether somebody chose it for this run."),
    words: z.string().describe("What it was placed by."),
  }),
  judged: z
    .strictObject({ share: share().nullable(), low: share(), high: share(), cases: count() })
    .nullable()
    .describe("The precision of what is called, by a sample, as every view and report states it."),
  named: z
    .array(z.strictObject({ name: z.enum(CUT_NAMES), at: share().nullable(), called: count() }))
    .describe("The two cuts that the scores and labels place; none before all pages were judged."),
  bins: z.array(z.strictObject({ pages: count(), good: count(), bad: count() })),
  fixed: z
    .strictObject({ called: count(), left: count() })
    .describe("Pages that a rule or a label decides, whatever the cut."),
  outlooks: z.array(outlookSchema),
  near: z.strictObject({ above: nearSchema, below: nearSchema }),
  due: z
    .strictObject({ seconds: z.number().min(0).nullable().describe("What that may take.") })
    .nullable()
    .describe("Pages or labels came since all pages were judged: `POST …/look` counts them in."),
  use: z
    .strictObject({
      isStated: z.boolean().describe("Whether the project states what its pages are for."),
      words: z.array(z.string()).describe("What sites ask, and what exports leave out for that."),
    })
    .describe("What may be done with the pages."),
  command: z.string().describe("The command that keeps a cut."),
});

export type CorpusQuery = z.output<typeof corpusQuerySchema>;
export type CutChosen = z.output<typeof cutChosenSchema>;
export type Corpus = z.output<typeof corpusSchema>;
