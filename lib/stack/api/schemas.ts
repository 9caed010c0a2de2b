import { z } from "zod";
import { LINK_STATES } from "../../domain/frontier/link.ts";
import { CHANGES } from "../../domain/page/page-record.ts";
import { TEXT_FORMS } from "../../evaluation/export/text-form.ts";
import { STACK_EXPORT_FORMATS, STACK_REPORT_FORMATS } from "../stack-state.ts";

/** A number of things. */
export const count = (): z.ZodInt => z.int().min(0);
const share = () => z.number().min(0).max(1);
const dollars = () =>
  z.number().min(0).describe("At AWS list price, with what a search engine was paid.");

/** The figures of a crawl. */
const reportSchema = z
  .strictObject({
    fetched: count().describe("Pages fetched."),
    targets: count().describe("Those that the crawl predicted to be relevant."),
    harvestRate: share().describe(
      "Relevant pages divided by pages fetched, as predicted by the crawl.",
    ),
    bodyBytes: count(),
    hosts: count(),
    states: z
      .record(z.enum(LINK_STATES), count())
      .describe("Distinct URLs by the one state each is in."),
    reasons: z.record(z.string(), count()).describe("`state:reason` → URLs that ended there."),
  })
  .meta({ id: "Report" });

const statedRecall = {
  recall: share().describe("The recall that the project asks for."),
  confidence: share(),
  isStated: z.boolean(),
  least: share().describe("The least recall that is shown at this confidence."),
};

/** What the rule of a project states of the recall. */
const recallSchema = z
  .discriminatedUnion("of", [
    z.strictObject({
      of: z.literal("control-list"),
      ...statedRecall,
      control: count().describe("Pages of the control list."),
      fetched: count().describe("Those of them that are fetched."),
      needed: count().describe("Fetched ones that state the recall."),
    }),
    z.strictObject({
      of: z.literal("discovered"),
      ...statedRecall,
      waiting: count().describe("Links that wait or are being fetched."),
      found: count().describe("Relevant pages fetched, seeds left out."),
      left: count().describe("Relevant pages that may be left among the waiting links, at most."),
      draws: count().describe("Pages that were drawn by chance."),
      hits: count().describe("Those of them that are relevant."),
      byPeople: count().describe("Those of them that people judged; the crawl judged the others."),
      level: share().describe("Share of the discovered links that draws by chance looked at."),
    }),
  ])
  .meta({ id: "Recall" });

/** The place of a WARC record in the bucket. */
const recordPlace = { segment: z.string(), offset: count(), length: count() };

const stateSchema = z
  .enum(["starting", "running", "pausing", "paused", "finished"])
  .describe("State of the crawl as its planner last reported; `starting` before the first report.");

export const crawlName = z.string().describe("Names the crawl: another start is another crawl.");

const report = reportSchema.nullable().describe("`null` while the crawl is starting.");

/** Answer of the routes that change the order. */
export const orderSchema = z
  .strictObject({
    crawl: crawlName,
    requested: z.enum(["run", "pause", "stop"]).describe("What was last asked for."),
  })
  .meta({ id: "Order" });

const assessedSchema = z
  .strictObject({
    answered: count().describe("Pages that it answered about."),
    requests: count(),
    tokens: count(),
    dollars: dollars(),
    capped: z
      .boolean()
      .default(false)
      .describe("Whether pages were left since their requests could have passed its cap."),
    fault: z
      .strictObject({ code: z.string(), message: z.string(), at: z.number() })
      .nullable()
      .describe("Why it is not asked any more; `null` while it answers."),
  })
  .meta({ id: "Assessed" });

/** Answer of `GET /crawl`. */
export const crawlSchema = z
  .strictObject({
    ...orderSchema.shape,
    state: stateSchema,
    end: z.string().nullable().describe("Why it ended, or paused by itself; `null` otherwise."),
    seconds: z.number().min(0).describe("Time spent crawling, pauses not counted."),
    model: z.string().nullable().describe("Hash of the model that judges now."),
    dollars: dollars(),
    listed: count().describe("Pages that GET /pages knows by now."),
    report,
    recall: recallSchema
      .nullable()
      .default(null)
      .describe("What the project's rule `stop` states; `null` without one."),
    spentSites: count()
      .nullable()
      .default(null)
      .describe("Sites that have the pages that `budget.pagesPerSite` allows; `null` without it."),
    assessed: assessedSchema
      .nullable()
      .default(null)
      .describe("What the project's assessor was asked; `null` without one."),
  })
  .meta({ id: "Crawl" });

const depthSchema = z
  .strictObject({
    waiting: count().describe("Messages that wait for delivery, approximately."),
    inFlight: count().describe("Messages that were delivered and are being processed."),
  })
  .meta({ id: "QueueDepth" });

/** Answer of `GET /health`. */
export const healthSchema = z
  .strictObject({
    planner: z.strictObject({
      lastTickAt: z.number().nullable().describe("When a planner last ran, ms since the epoch."),
      ageSeconds: count()
        .nullable()
        .describe("Since then, or since a later order; `null` while no planner is expected."),
      lastError: z
        .strictObject({
          code: z.string().describe("Stable; docs/errors.md lists every code."),
          message: z.string(),
          at: z.number().describe("Milliseconds since the epoch."),
        })
        .nullable()
        .describe("Its last failure; `null` when it has succeeded since."),
    }),
    rules: z
      .strictObject({ planner: z.boolean(), trainer: z.boolean() })
      .describe("Whether the rules that call the functions are enabled."),
    deliversBatches: z.boolean().describe("Whether batches are delivered to harvesters."),
    queues: z.strictObject({
      batches: depthSchema,
      results: depthSchema,
      batchesDeadLetters: depthSchema,
      resultsDeadLetters: depthSchema,
    }),
    problems: z
      .array(z.strictObject({ code: z.string(), message: z.string(), hint: z.string() }))
      .describe("What keeps the crawl from going on, and what to do about it."),
  })
  .meta({ id: "Health" });

/** Answer of `GET /metrics`. */
export const metricsSchema = z
  .strictObject({
    crawl: crawlName,
    state: stateSchema,
    seconds: z.number().min(0).describe("Time spent crawling, pauses not counted."),
    report,
    cost: z.strictObject({
      dollars: dollars(),
      services: z.record(z.string(), dollars()).describe("The same by service."),
    }),
  })
  .meta({ id: "Metrics" });

/** A URL that the crawl fetched or gave up: answer of `GET /links`. */
export const pageSchema = z
  .strictObject({
    sequence: z.int().min(1).describe("Order of completion, dense from 1."),
    url: z.url(),
    host: z.string(),
    state: z.enum(["fetched", "refused", "failed"]),
    reason: z.string().describe("`page`, `redirect`, `gone`, `robots`, `timeout` …"),
    detail: z.string().nullable().describe("Details of a refusal or a failure."),
    status: z.int().nullable().describe("HTTP status; `null` without an answer."),
    location: z.url().nullable().describe("Where a redirect leads."),
    fetchedAt: z.number().describe("Milliseconds since the epoch."),
    depth: count(),
    link: z
      .strictObject({
        parent: z.url().nullable().describe("The page it was found on; `null` of a seed."),
        score: z.number().describe("The priority at which it was drawn."),
        model: z.string().nullable().describe("Hash of the model that set it; `null` of a seed."),
        why: z.string(),
      })
      .describe("The link that led to it, as it was scored before it was fetched."),
    title: z.string(),
    utility: share().describe("The page's score; 0 of what is no page."),
    isTarget: z.boolean(),
    type: z.string().nullable().describe("Page type, where the strategy knows types."),
    model: z.string().nullable().describe("Hash of the model that judged the page."),
    why: z.string().nullable().describe("Why it has that score."),
    change: z
      .enum(CHANGES)
      .nullable()
      .default(null)
      .describe("In a recrawl: how the answer differs from that of the last visit."),
    ref: z
      .strictObject({
        ...recordPlace,
        digest: z.string(),
        body: z
          .strictObject(recordPlace)
          .optional()
          .describe("Where the record with the body lies, when this one only refers to it."),
      })
      .nullable()
      .describe("Where the page's WARC record lies; `null` of what is no page."),
  })
  .meta({ id: "Page" });

/** Answer of `GET /pages`. */
export const pagesSchema = z
  .strictObject({
    pages: z.array(pageSchema).describe("In order of their sequence."),
    next: z
      .int()
      .nullable()
      .describe("For `after`, to go on with; `null` where the listing ends for now."),
  })
  .meta({ id: "Pages" });

/** Answer of `GET /pages/{sequence}/html`. */
export const htmlSchema = z
  .strictObject({
    url: z
      .url()
      .describe(
        "Where the HTML can be downloaded for some minutes, as a UTF-8 text file that no browser runs.",
      ),
  })
  .meta({ id: "Html" });

/** Answer of `POST /export` and `GET /export`. */
export const exportSchema = z
  .strictObject({
    crawl: crawlName,
    at: z.number().describe("When it was asked for, in ms since the epoch."),
    format: z.enum(STACK_EXPORT_FORMATS),
    targets: z.boolean().describe("Whether it has relevant pages only."),
    text: z.enum(TEXT_FORMS).describe("Form of the texts."),
    allColumns: z
      .boolean()
      .describe("Whether its rows have the columns on the crawl's own work, too."),
    state: z.enum(["asked", "done"]),
    records: count().describe(
      "Records or rows in its parts; in those that are made so far, while it is not done.",
    ),
    reserved: count().describe(
      "Pages left out, as their sites reserve them against the project's purpose.",
    ),
    parts: z
      .array(z.url())
      .describe(
        "Where its parts can be downloaded for some minutes, in order of completion. Put together they are one file; that of lines is packed by gzip.",
      ),
  })
  .meta({ id: "Export" });

/** Answer of `POST /report` and `GET /report`. */
export const madeReportSchema = z
  .strictObject({
    crawl: crawlName,
    at: z.number().describe("When it was asked for, in ms since the epoch."),
    format: z.enum(STACK_REPORT_FORMATS),
    state: z.enum(["asked", "done"]),
    url: z
      .url()
      .nullable()
      .describe("Where it can be downloaded for some minutes; `null` until it is done."),
  })
  .meta({ id: "MadeReport" });

/** Answer of `POST /labels`. */
export const labelledSchema = z
  .strictObject({
    labels: z.array(
      z.strictObject({
        at: count().describe("Milliseconds since the epoch."),
        url: z.url(),
        label: share()
          .nullable()
          .describe("1 is relevant, 0 is irrelevant; null takes a label back."),
      }),
    ),
  })
  .meta({ id: "Labelled" });

/** Body of `POST /labels` as JSON. */
export const givenLabelsSchema = z
  .strictObject({
    labels: z
      .array(
        z.strictObject({
          url: z.string(),
          label: z.enum(["good", "bad"]).nullable().describe("null takes a label back."),
          by: z.string().min(1).max(500).optional().describe("Who says it."),
          note: z.string().min(1).max(500).optional(),
          source: z
            .enum(["assessor", "import"])
            .optional()
            .describe("Set where no person gave it: it counts in no figure of people."),
        }),
      )
      .min(1)
      .max(10_000),
  })
  .meta({ id: "GivenLabels" });

/** Answer of every route to a request that it refuses. */
export const errorSchema = z
  .strictObject({
    code: z.string().describe("Stable; docs/errors.md lists every code."),
    message: z.string(),
    hint: z.string().describe("What to do about it."),
  })
  .meta({ id: "Error" });

function isTrue() {
  return z
    .enum(["true", "false"])
    .default("false")
    .transform((word) => word === "true");
}

/** Parameters of `GET /pages`. */
export const pageQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0).describe("Pages behind this sequence."),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe("Most pages given."),
  targets: isTrue().describe("Relevant pages only."),
  host: z
    .string()
    .min(1)
    .optional()
    .describe("Pages of this host only, with a port if it has one."),
  minScore: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Pages of this score or more only."),
});

/** Parameters of `POST /export`. */
export const exportQuerySchema = z.strictObject({
  format: z
    .enum(STACK_EXPORT_FORMATS)
    .default("records")
    .describe(
      "`records`: a JSON line for each URL that was fetched or given up. `jsonl`, `csv` and `parquet`: a row a page, with the columns of docs/data-dictionary.md. `warc` and `wacz`: the pages as they were answered; of WACZ at most 100,000.",
    ),
  targets: isTrue().describe(
    "Relevant pages only. Rows then have the texts of the pages; of Parquet at most 10,000.",
  ),
  text: z.enum(TEXT_FORMS).default("plain").describe("Form of the texts."),
  allColumns: isTrue().describe("Rows have the columns on the crawl's own work, too."),
});

/** Parameters of `POST /report`. */
export const reportQuerySchema = z.strictObject({
  format: z
    .enum(STACK_REPORT_FORMATS)
    .default("html")
    .describe(
      "`html`: a page with plots that needs nothing else. `json` and `text`: what `dowser report` prints of a run.",
    ),
});

/** Parameters of `GET /links`. */
export const linkQuerySchema = z.strictObject({
  url: z.string().min(1).describe("The URL, in any form that the crawl takes as the same."),
});

/** Parameters of `GET /pages/{sequence}/html`. */
export const sequenceSchema = z.strictObject({
  sequence: z.coerce.number().int().min(1).describe("Of the page, as GET /pages gives it."),
});

/** Parameters of routes without parameters. */
export const noParametersSchema = z.strictObject({});
