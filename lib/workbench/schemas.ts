import { z } from "zod";
import { LABEL_SOURCES } from "../domain/methods/label-need.ts";
import { LONGEST_QUERY } from "../domain/text/search-query.ts";
import {
  crawlSchema,
  errorSchema,
  type labelledSchema,
  type orderSchema,
  pageQuerySchema,
  pageSchema,
} from "../stack/api/schemas.ts";
import { answersSchema } from "./begin-schemas.ts";
import { QUEUES } from "./workbench-limits.ts";

const count = () => z.int().min(0);
const share = () => z.number().min(0).max(1);

/** What a host is, and what the page may ask of it. */
export const hostSchema = z.strictObject({
  version: z.string(),
  folder: z.string().describe("Name of the folder with the projects and their runs."),
  project: z.string().nullable().describe("The one project that it crawls; null for any."),
  web: z.enum(["live", "recorded"]).describe("Where crawls that are begun here fetch."),
  can: z.strictObject({
    begin: z.boolean().describe("Begin crawls of other projects."),
    pause: z.boolean(),
    extend: z.boolean().describe("Go on with a crawl with another budget."),
    stop: z.boolean().describe("End a crawl for ever."),
    sample: z.boolean().describe("Draw a random sample, and take verdicts on it."),
    take: z.boolean().describe("Write reports and exports."),
    gather: z.boolean().describe("Take files for the need of a new project."),
    compare: z.boolean().describe("Compare a run with others."),
    manage: z.boolean().describe("Rename, duplicate and delete runs."),
  }),
});

/** State of a crawl, in the shape of the stack's API, with what only this host knows. */
export const runCrawlSchema = z.strictObject({
  ...crawlSchema.shape,
  because: z.string().nullable().describe("Why it ended, in words."),
  isOwn: z.boolean().describe("Whether this host runs it, and can pause it."),
  problem: errorSchema.nullable().describe("Why it failed, when its last start did."),
  budgetPages: count().nullable().describe("Most pages that it may fetch."),
  command: z.string().describe("The command that begins or resumes it."),
});

/** Answer of `GET /runs`. */
export const runsSchema = z.strictObject({
  runs: z.array(
    z.strictObject({
      run: z.string(),
      state: crawlSchema.shape.state,
      topic: z.string().nullable(),
      changedAt: z.number().describe("Milliseconds since the epoch."),
      problem: errorSchema.nullable().describe("Why the run cannot be read, where it is damaged."),
    }),
  ),
});

/** Answer of `GET /runs/{run}/figures`. */
export const runFiguresSchema = z.strictObject({
  pages: count(),
  targets: count().describe("Pages called relevant, as `status` and the report count them."),
  labels: count().describe("Pages that have a label."),
  bytes: count().describe("Size of its files."),
});

/** Body of `POST /runs/{run}/rename`. */
export const renameSchema = z.strictObject({ to: z.string().min(1).max(200) });

/** A share with its 95 % interval. */
const intervalSchema = z.strictObject({
  share: share().nullable(),
  low: share(),
  high: share(),
  cases: count(),
});

/** A row of the table of pages. */
const rowSchema = z.strictObject({
  sequence: z.int().min(1),
  url: z.string(),
  host: z.string(),
  title: z.string(),
  utility: share(),
  isTarget: z.boolean(),
  type: z.string().nullable(),
  language: z.string().nullable(),
  fetchedAt: z.number(),
  label: share().nullable().describe("The label that applies; a person's goes before a machine's."),
  isByMachine: z
    .boolean()
    .describe("The label is an assessor's, or of an import, and no person's."),
});

/** Relevant pages among the first pages of a row, as a curve. */
const curveSchema = z.array(z.strictObject({ pages: count(), targets: count() }));

/** URLs without a page, by state and rule. */
export const rejectedSchema = z
  .array(z.strictObject({ reason: z.string(), meaning: z.string(), urls: count() }))
  .describe("URLs without a page, by state and rule, the most frequent first.");

/** Answer of `GET /runs/{run}/watch`. */
export const watchSchema = z.strictObject({
  crawl: runCrawlSchema,
  harvest: curveSchema,
  recent: intervalSchema.describe(
    "Relevant pages among the last hundred pages, as the crawl predicts.",
  ),
  next: z
    .strictObject({ expected: z.number().min(0), low: count(), high: count() })
    .nullable()
    .describe("Relevant pages to expect among the next hundred pages, if the recent share stays."),
  pagesPerSecond: z.number().min(0).nullable().describe("Over the last minute of the crawl."),
  hosts: z.array(z.strictObject({ host: z.string(), pages: count(), targets: count() })),
  hostCount: count(),
  model: z.strictObject({
    trainings: count(),
    at: z.number().nullable().describe("When it was last trained."),
    pages: count().describe("Pages it was trained on."),
    rescored: count().describe("Queued links that it put into a new order."),
    labels: count().describe("Labels that the crawl has applied."),
    notes: z.array(z.string()).describe("How well the labels tell pages apart."),
    learnt: z
      .strictObject({ more: z.array(z.string()), less: z.array(z.string()) })
      .nullable()
      .describe("Words that count more for a page since labels were last learnt, and against it."),
  }),
  latest: z.array(rowSchema),
  rejected: rejectedSchema,
  isDue: z
    .boolean()
    .describe("Whether pages or labels came since all pages were judged: figures may change."),
  nothing: z
    .strictObject({ reasons: z.array(z.string()), advice: z.array(z.string()) })
    .nullable()
    .describe("Why a crawl that ended or was paused has no page, and what to do; else null."),
});

/** A text in pieces, some of which are marked. */
const piecesSchema = z.array(z.strictObject({ text: z.string(), isMarked: z.boolean() }));

/** How far the texts of a run are read, of which what is read is searched. */
const textsReadSchema = z.strictObject({
  state: z
    .enum(["whole", "reading", "none"])
    .describe("`none` where the stored pages are not on this machine: titles are searched."),
  done: count().describe("Addresses looked at."),
  of: count(),
});

/** Parameters of `GET /runs/{run}/pages`: those of the stack, a text, an order and a place in it. */
export const tableQuerySchema = z.strictObject({
  run: z.string(),
  ...pageQuerySchema.omit({ after: true }).shape,
  skip: z.coerce.number().int().min(0).default(0).describe("Rows left out at the beginning."),
  text: z
    .string()
    .max(LONGEST_QUERY)
    .optional()
    .describe("A query of the texts, or words that title, URL or fields contain."),
  verdict: z.enum(["good", "bad", "none"]).optional(),
  type: z.string().optional(),
  order: z
    .enum(["newest", "oldest", "match", "score", "title", "field-rising", "field-falling"])
    .default("newest"),
  field: z.string().optional().describe("Name of the field to sort by."),
});

/** Answer of `GET /runs/{run}/pages`. */
export const tableSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...rowSchema.shape,
      fields: z.record(z.string(), z.string()).describe("Values that `extract` took, cut."),
      snippet: piecesSchema.describe("What of the text was searched for; empty without a search."),
    }),
  ),
  total: count().describe("Rows that the filters select."),
  all: count().describe("Pages of the run."),
  types: z.array(z.string()).describe("Types of pages that the run knows."),
  fields: z.array(z.string()).describe("Names of the fields that some page has."),
  texts: textsReadSchema.nullable().describe("Null where no text is searched."),
});

/** Parameters and answer of `GET /runs/{run}/snippets`. */
export const snippetsAskedSchema = z.strictObject({
  run: z.string(),
  sequences: z
    .string()
    .regex(/^\d{1,12}(?:,\d{1,12}){0,99}$/)
    .describe("Pages, with commas between; a hundred at most."),
});
export const snippetsSchema = z.strictObject({
  snippets: z.record(z.string(), piecesSchema).describe("What a page says in short, by sequence."),
});

/** Answer of `GET /runs/{run}/pages/{sequence}`. */
export const cardSchema = z.strictObject({
  page: pageSchema,
  label: share().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  source: z.enum(LABEL_SOURCES).nullable().describe("Who gave the label."),
  reason: z.string().describe("Why the page has its score, in whole words."),
  text: piecesSchema,
  way: z
    .array(z.strictObject({ url: z.string(), by: z.string(), anchor: z.string().nullable() }))
    .describe("From a seed to the page."),
  signs: z.array(z.strictObject({ feature: z.string(), weight: z.number() })),
  fields: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  command: z.string(),
});

/** The orders in which pages are judged. */
export const queueNameSchema = z.enum(QUEUES);

/** Parameters of `GET /runs/{run}/queue`. */
export const queueQuerySchema = z.strictObject({
  run: z.string(),
  queue: queueNameSchema,
  search: z.string().max(LONGEST_QUERY).optional(),
  by: z.string().max(500).optional().describe("Who judges; `second` has pages that others judged."),
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

/** Answer of `GET /runs/{run}/queue`. */
export const queueSchema = z.strictObject({
  cards: z.array(
    z.strictObject({
      sequence: z.int(),
      url: z.string(),
      title: z.string(),
      snippet: piecesSchema.optional().describe("What of the text was searched for."),
    }),
  ),
  texts: textsReadSchema.optional(),
});

/** Verdicts on pages, as the page sends them. */
export const verdictsSchema = z.strictObject({
  labels: z
    .array(
      z.strictObject({
        url: z.string(),
        label: z
          .enum(["good", "bad"])
          .nullable()
          .describe("null takes back what a person said; what a machine said before holds again."),
        note: z.string().max(500).optional(),
        by: z.string().max(500).optional(),
      }),
    )
    .min(1)
    .max(1_000),
});

/** Answer of `GET /runs/{run}/verdicts`. */
export const tallySchema = z.strictObject({
  good: count(),
  bad: count(),
  applied: count().describe("Labels that the crawl has learned from."),
  harvest: z
    .string()
    .describe(
      "How many pages are relevant, in words: predicted and not judged, before any verdict.",
    ),
  offer: z
    .string()
    .nullable()
    .describe("What a few keys would say of it; null when all are given."),
  sample: z
    .strictObject({
      frame: z.enum(["pages", "targets", "queued"]),
      sampled: count(),
      of: count(),
      precision: intervalSchema,
    })
    .nullable(),
  exported: z
    .strictObject({
      sampled: count(),
      judged: count(),
      of: count().describe("Pages that were called relevant when it was drawn."),
      precision: intervalSchema
        .nullable()
        .describe("Of those called now; null where most of them were not called at the draw."),
    })
    .nullable()
    .describe("The sample of the pages that are called relevant, as an export has them."),
  agreement: z
    .strictObject({
      one: z.string(),
      other: z.string(),
      kappa: z.number().min(-1).max(1).nullable(),
      low: z.number().min(-1).max(1),
      high: z.number().min(-1).max(1),
      pages: count(),
      agreed: count(),
    })
    .nullable()
    .describe("Cohen's kappa of the two people who judged the most sampled pages both."),
  assessed: z
    .string()
    .nullable()
    .describe("What an assessor has read and cost, in words; `null` where none was asked."),
  recall: z.string().nullable().describe("What the rule of the project states of the recall."),
  progress: curveSchema.describe("Relevant pages among those that people labelled so far."),
  held: z
    .array(z.string())
    .describe("Labels that count nothing until somebody looks again, in words."),
});

/** How far a crawl comes within its budget. */
const expectedSchema = z.strictObject({
  pages: count(),
  hours: z.number().min(0),
  dollars: z.number().min(0),
  bound: z.enum(["pages", "hours", "dollars"]).describe("The limit that ends it."),
});

/** Answer of the routes that read a project. */
export const projectSchema = z.strictObject({
  text: z.string().describe("The project file."),
  name: z.string().nullable(),
  strategy: z.string().nullable(),
  because: z.string().nullable(),
  engine: z.string().nullable().describe("Search engine that it names."),
  forecast: z
    .strictObject({
      hosts: count().describe("Hosts of its seeds."),
      stays: z.boolean().describe("Whether it stays at them; else it meets more, and ends sooner."),
      here: expectedSchema
        .nullable()
        .describe("On this machine; null where crawls do not run on it, or of a recording."),
      stack: expectedSchema.nullable().describe("In a stack on AWS, at list prices."),
    })
    .nullable(),
  answers: answersSchema
    .nullable()
    .describe("What the form shows of it; null where it is no YAML."),
  problems: z
    .array(z.string())
    .describe(
      "What is wrong with it, each with line and key; what it still lacks, without a line.",
    ),
});

/** Body of `POST /runs/{run}/crawl/resume`. */
export const resumeSchema = z.strictObject({ pages: z.int().min(1).optional() });

export const namedRunSchema = z.strictObject({ run: z.string() });
export const namedPageSchema = z.strictObject({
  run: z.string(),
  sequence: z.coerce.number().int().min(1),
});

export type HostAnswer = z.output<typeof hostSchema>;
export type RunCrawl = z.output<typeof runCrawlSchema>;
export type Runs = z.output<typeof runsSchema>;
export type Watch = z.output<typeof watchSchema>;
export type Row = z.output<typeof rowSchema>;
export type TableQuery = z.output<typeof tableQuerySchema>;
export type Table = z.output<typeof tableSchema>;
export type TextsRead = z.output<typeof textsReadSchema>;
export type Snippets = z.output<typeof snippetsSchema>;
export type RunFigures = z.output<typeof runFiguresSchema>;
export type Card = z.output<typeof cardSchema>;
export type QueueQuery = z.output<typeof queueQuerySchema>;
export type Queue = z.output<typeof queueSchema>;
export type Verdicts = z.output<typeof verdictsSchema>["labels"];
export type Tally = z.output<typeof tallySchema>;
export type Interval = z.output<typeof intervalSchema>;
export type ProjectAnswer = z.output<typeof projectSchema>;
export type Order = z.output<typeof orderSchema>;
export type Labelled = z.output<typeof labelledSchema>;
export type Fault = z.output<typeof errorSchema>;
