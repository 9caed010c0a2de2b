/** The state of a stack as its parts store it, with its schemas. */

// What the parts of a stack write for each other, as schemas: what is read has their types. Most of it is in registers.
import * as z from "zod/mini";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import type { Usage } from "../domain/cost/cost.ts";
import type { Json } from "../domain/json.ts";
import type { RecallStatement } from "../domain/stats/intervals/recall-statement.ts";
import { TEXT_FORMS } from "../evaluation/export/text-form.ts";
import { FEATURE_STACK_KEYS } from "../features/lists.ts";
import type { JournalPosition, JournalSnapshot } from "../ports/journal.ts";
import { LISTING_FORMS } from "../ports/page-listing.ts";

const name = z.string().check(z.minLength(1));
const figure = z.number().check(z.gte(0));

/** A count that an older version does not know. */
const units = z.pipe(
  z.optional(figure),
  z.transform((count: number | undefined) => count ?? 0),
);

/** A value that an older version does not know. */
function orNull<Value>(schema: z.ZodMiniType<Value>) {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Value | null | undefined) => value ?? null),
  );
}

/** Schema of the AWS resources that a process used; also part of a batch's result. */
export const usageSchema: z.ZodMiniType<Usage> = z.object({
  dynamoWriteUnits: units,
  dynamoReadUnits: units,
  s3Writes: units,
  s3Reads: units,
  sqsRequests: units,
  lambdaRuns: units,
  lambdaGbSeconds: units,
  logBytes: units,
  egressBytes: units,
  apiRequests: units,
});

/** Schema of the report in a status. */
export const reportSchema: z.ZodMiniType<CrawlReport> = z.object({
  fetched: figure,
  targets: figure,
  harvestRate: figure,
  bodyBytes: figure,
  hosts: figure,
  states: z.object({
    waiting: figure,
    leased: figure,
    fetched: figure,
    refused: figure,
    failed: figure,
    cut: figure,
  }),
  reasons: z.record(z.string(), figure),
});

const statedRecall = { recall: figure, confidence: figure, isStated: z.boolean(), least: figure };

const recallSchema: z.ZodMiniType<RecallStatement> = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("control-list"),
    ...statedRecall,
    control: figure,
    fetched: figure,
    needed: figure,
  }),
  z.object({
    of: z.literal("discovered"),
    ...statedRecall,
    waiting: figure,
    found: figure,
    left: figure,
    draws: figure,
    hits: figure,
    byPeople: figure,
    level: figure,
  }),
]);

/** Schema of the user's order to the stack: the register `order`. */
export const orderSchema = z.object({
  /** Names the crawl; another name is another crawl, which starts empty. */
  crawl: name,
  requested: z.enum(["run", "pause", "stop"]),
  /** Key of the plan bundle. */
  plan: name,
  /** When it was requested, in ms since the epoch; absent when an older version wrote it. */
  at: z.exactOptional(figure),
  /** Set where a crawl that had ended by its budget got another one: it goes on if it ended before, in ms since the epoch. */
  goesOnAt: z.exactOptional(figure),
  /** A crawl of several planners, which an older version could run, cannot be taken over. */
  shards: z.exactOptional(z.never()),
  ...FEATURE_STACK_KEYS.order,
  /** Form of the list of its pages; absent when an older version wrote it. */
  records: z.exactOptional(z.enum(LISTING_FORMS)),
});

/** The user's order to the stack. */
export type CrawlOrder = Readonly<z.output<typeof orderSchema>>;

/** Schema of an error of a function. */
export const errorSchema = z.object({
  code: name,
  message: z.string(),
  /** Ms since the epoch. */
  at: figure,
});

/** An error of a function. */
export type PlannerError = Readonly<z.output<typeof errorSchema>>;

/** Schema of what an assessor has been asked in a crawl: the register `assessed`. */
export const assessedSchema = z.object({
  crawl: name,
  /** Until when one process alone asks, in ms since the epoch; 0 while none does. */
  until: figure,
  /** Number of objects with its answers. */
  objects: figure,
  /** Pages that it has answered about. */
  answered: figure,
  requests: figure,
  tokens: figure,
  dollars: figure,
  /** AWS resources that asking used. */
  usage: usageSchema,
  /** Steps of the crawl at which it was asked about pages, to learn from. */
  steps: figure,
  /** Whether it was asked about the others when the crawl had ended. */
  counted: z.boolean(),
  /** Whether a page was left since its request could have passed the cap; absent before the first are asked about. */
  capped: z.exactOptional(z.boolean()),
  /** Processes in a row that began to ask, and stored no answer. */
  idle: figure,
  /** Why it is not asked any more; `null` while it answers. */
  fault: z.nullable(errorSchema),
});

/** What an assessor has been asked in a crawl. */
export type AssessedState = Readonly<z.output<typeof assessedSchema>>;

const statusSchema = z.object({
  state: z.enum(["running", "paused", "finished"]),
  /** Why it finished, or paused by itself; `null` while it runs or was asked to pause. */
  end: z.nullable(name),
  /** The figures of a crawl report. */
  report: z.pipe(
    reportSchema,
    z.transform(
      ({ states, reasons, ...figures }): Json => ({
        ...figures,
        states: { ...states },
        reasons: { ...reasons },
      }),
    ),
  ),
  /** What the project's rule states of the recall; `null` where it has none. */
  recall: orNull(recallSchema),
  /** Time spent crawling, without pauses. */
  seconds: figure,
  /** Content hash of the model in use, empty before the first training, and the pages it was trained on. */
  model: z.string(),
  trainedPages: figure,
  /** Number of labels in the need, and of pages of which it holds a sample. */
  labels: figure,
  seen: units,
  /** Pages whose labels are held back; absent before the first labels. */
  held: z.exactOptional(z.readonly(z.array(z.string()))),
  /** AWS resources used so far, as `domain/cost` counts them. */
  usage: usageSchema,
  /** Paid to a search engine so far. */
  searchDollars: units,
  /** What its assessor has been asked; `null` where it has none. */
  assessed: orNull(assessedSchema),
  /** Cost at list price, including what a search engine and an assessor were paid. */
  dollars: figure,
  /** Number of records in the page listing; 0 when an older version listed them in its own way. */
  listedRecords: units,
  /**
   * Sites that have the pages that `budget.pagesPerSite` allows; `null` without it, and when an older
   * version wrote the status.
   */
  spentSites: orNull(figure),
});

/** The state of a stack's crawl. */
export type StackStatus = Readonly<z.output<typeof statusSchema>>;

const positionSchema: z.ZodMiniType<JournalPosition> = z.array(z.tuple([figure, figure]));

const snapshotSchema: z.ZodMiniType<JournalSnapshot> = z.object({
  at: positionSchema,
  key: name,
  bytes: figure,
  partBytes: figure.check(z.gt(0)),
});

const snapshotsSchema = z.object({
  /** The one that a restore begins with; its parts are complete. */
  current: z.nullable(snapshotSchema),
  /** Those to remove: replaced ones, and those whose parts may not be complete. */
  stale: z.readonly(z.array(snapshotSchema)),
  /** Restores that had to read the whole journal, and snapshots that failed, by reason. */
  faults: z.partialRecord(
    z.enum(["unreadable", "damaged", "other-version", "not-continued", "not-written"]),
    figure,
  ),
});

/** Snapshots of a planner's journal, which has all that they have. */
export type PlannerSnapshots = Readonly<z.output<typeof snapshotsSchema>>;

/** The snapshots of a crawl that has none. */
export const NO_SNAPSHOTS: PlannerSnapshots = { current: null, stale: [], faults: {} };

/**
 * Returns the snapshots of a crawl that replaces another one: all of that one's are stale, and the
 * `others` that it needed.
 */
export function snapshotsOfNewCrawl(
  { current, stale }: PlannerSnapshots,
  others: readonly JournalSnapshot[] = [],
): PlannerSnapshots {
  const own = current === null ? stale : [...stale, current];
  return { current: null, stale: [...own, ...others], faults: {} };
}

/** Schema of the planner, the end of its lease, and the durable part of its plan: the register `planner`. */
export const plannerSchema = z.object({
  owner: name,
  /** End of the owner's lease of the stack, in ms since the epoch. */
  until: figure,
  /** Grows with each change of owner, and with each crawl. */
  epoch: figure,
  crawl: name,
  journal: positionSchema,
  snapshots: z.pipe(
    z.optional(snapshotsSchema),
    z.transform((known: PlannerSnapshots | undefined) => known ?? NO_SNAPSHOTS),
  ),
  /** `null` until the crawl has begun. */
  status: z.nullable(statusSchema),
  /**
   * Until when the owner, which has left, may go on without a restore: another planner takes the
   * stack before only if there is a new order. Ms since the epoch; `null` while the owner works.
   */
  keptUntil: orNull(figure),
  /** Version of the key `order` that the owner last followed; `null` before its first round. */
  ordered: orNull(figure),
  /**
   * Since when results are due: the last result, or the first batch after a time without any in
   * flight. Ms since the epoch; `null` while nothing is awaited.
   */
  awaitingSince: orNull(figure),
  /** Records that an update of the need has judged again, and that are to be listed so; `null` if there are none. */
  again: orNull(z.object({ after: figure, upTo: figure })),
  /** The last record in a file of records, which was written before; 0 when an older version wrote this. */
  filed: units,
  /**
   * When a planner last wrote this, in ms since the epoch; `null` when an older version wrote it.
   */
  lastTickAt: orNull(figure),
  /** Planners in a row that failed. */
  failures: units,
  /** The last failure of a planner in this crawl; it is over when `lastTickAt` is later. */
  lastError: orNull(errorSchema),
  ...FEATURE_STACK_KEYS.crawl,
});

/** What a planner knows, and how far its plan is durable. */
export type PlannerState = Readonly<z.output<typeof plannerSchema>>;

const endedCrawlSchema = z.object({
  crawl: name,
  journal: positionSchema,
  snapshot: z.nullable(snapshotSchema),
  status: z.nullable(statusSchema),
  ...FEATURE_STACK_KEYS.crawl,
});

/** A crawl that has ended, as its planner left it. */
export type EndedCrawl = Readonly<z.output<typeof endedCrawlSchema>>;

/** Schema of the crawls that a later one comes back to, the first one first. */
export const endedSchema = z.array(endedCrawlSchema);

/**
 * Schema of a model that was trained in parallel to the crawl, proposed to the planner: the register
 * `trained`.
 */
export const proposalSchema = z.object({
  crawl: name,
  model: name,
  /** Pages it was trained on; labels in its need, and pages of which the need holds a sample. */
  pages: figure,
  labels: figure,
  seen: units,
  usage: usageSchema,
});

/** A model that was trained in parallel to the crawl. */
export type TrainedProposal = Readonly<z.output<typeof proposalSchema>>;

/** Formats of an export that a stack makes: records as they are, a row a page, or pages as they were answered. */
export const STACK_EXPORT_FORMATS = ["records", "jsonl", "csv", "parquet", "warc", "wacz"] as const;

/** Schema of an export of a crawl into the bucket of its stack. */
export const exportSchema = z.object({
  crawl: name,
  /** When it was asked for, in ms since the epoch. */
  at: figure,
  /** `records` if absent. */
  format: z.exactOptional(z.enum(STACK_EXPORT_FORMATS)),
  /** Whether it has target pages only. */
  targets: z.exactOptional(z.boolean()),
  /** Form of the texts of its pages; `plain` if absent. */
  text: z.exactOptional(z.enum(TEXT_FORMS)),
  /** Whether its rows have the columns on the crawl's own work. */
  allColumns: z.exactOptional(z.boolean()),
  /** Keys of its objects; `null` until all are there. */
  parts: z.nullable(z.readonly(z.array(name))),
  records: units,
  /** Number of pages left out, as their sites reserve them against the project's purpose. */
  reserved: z.exactOptional(units),
  /** Until when a process makes it, in ms since the epoch; 0 when it has left it to the next one. */
  until: z.exactOptional(figure),
  /** What is made so far, where another process can go on. */
  sofar: z.exactOptional(
    z.object({
      parts: z.readonly(z.array(name)),
      records: figure,
      reserved: figure,
      /** Sequence of the last record in its parts. */
      after: figure,
    }),
  ),
});

/** An export of a crawl into the bucket of its stack. */
export type StackExport = Readonly<z.output<typeof exportSchema>>;

/** Formats of a report that a stack makes: a page, a line of JSON, or as a terminal shows it. */
export const STACK_REPORT_FORMATS = ["html", "json", "text"] as const;

/** Format of a report that a stack makes. */
export type StackReportFormat = (typeof STACK_REPORT_FORMATS)[number];

/** Schema of a report of a crawl in the bucket of its stack. */
export const madeReportSchema = z.object({
  crawl: name,
  /** When it was asked for, in ms since the epoch. */
  at: figure,
  format: z.enum(STACK_REPORT_FORMATS),
  /** Key of its object; `null` until it is there. */
  key: z.nullable(name),
});

/** A report of a crawl in the bucket of its stack. */
export type StackReport = Readonly<z.output<typeof madeReportSchema>>;

/**
 * Returns how long a planner has not come although it should, in ms. It is `undefined` while no
 * planner is expected: the crawl has ended, is paused as ordered, or has paused itself.
 */
export function plannerAge(
  order: CrawlOrder,
  planner: PlannerState | undefined,
  now: number,
): number | undefined {
  const own = planner?.crawl === order.crawl ? planner : undefined;
  if (!isExpected(order, own)) return undefined;
  // An order after a long pause does not count the pause.
  const since = Math.max(own?.lastTickAt ?? 0, order.at ?? 0);
  // Both are absent only in a stack of an older version.
  return since === 0 ? undefined : Math.max(0, now - since);
}

function isExpected({ requested }: CrawlOrder, planner: PlannerState | undefined): boolean {
  const status = planner?.status ?? null;
  if (status === null || status.state === "running") return true;
  if (status.state === "finished" || requested === "pause") return false;
  // A crawl that paused itself, as its search engine did not answer, waits for its user.
  return requested === "stop" || status.end === null;
}
