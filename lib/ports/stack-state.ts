import type { Usage } from "../domain/cost/usage.ts";
import type { Json } from "../domain/json.ts";
import type { RecallStatement } from "../domain/metrics/recall-statement.ts";
import type { JournalPosition, JournalSnapshot, SnapshotFault } from "./journal.ts";

/** The user's order to the stack: the register `order`. */
export type CrawlOrder = {
  /** Names the crawl; another name is another crawl, which starts empty. */
  readonly crawl: string;
  readonly requested: "run" | "pause" | "stop";
  /** Key of the plan bundle. */
  readonly plan: string;
  /** When it was requested, in ms since the epoch; absent when an older version wrote it. */
  readonly at?: number;
  /** An older version wrote the number of a crawl's planners if there were several. */
  readonly shards?: never;
  /** Set in a recrawl: the crawl, now ended, whose pages it visits again. */
  readonly recrawlOf?: string;
  /** Most pages of a recrawl, where they are not those of the plan. */
  readonly pages?: number;
};

/** The state of a stack's crawl. */
export type StackStatus = {
  readonly state: "running" | "paused" | "finished";
  /** Why it finished, or paused by itself; `null` while it runs or was asked to pause. */
  readonly end: string | null;
  /** The figures of a crawl report. */
  readonly report: Json;
  /** What the project's rule states of the recall; `null` where it has none. */
  readonly recall: RecallStatement | null;
  /** Time spent crawling, without pauses. */
  readonly seconds: number;
  /** Content hash of the model in use, and the pages it was trained on. */
  readonly model: string;
  readonly trainedPages: number;
  /** Number of labels in the need, and of pages of which it holds a sample. */
  readonly labels: number;
  readonly seen: number;
  /** AWS resources used so far, as `domain/cost` counts them. */
  readonly usage: Usage;
  /** Paid to a search engine so far. */
  readonly searchDollars: number;
  /** Cost at list price, including what a search engine was paid. */
  readonly dollars: number;
  /** Number of records in the page listing; 0 when an older version listed them in its own way. */
  readonly listedRecords: number;
  /**
   * Sites that have the pages that `budget.pagesPerSite` allows; `null` without it, and when an older
   * version wrote the status.
   */
  readonly spentSites: number | null;
};

/** An error of a planner. */
export type PlannerError = {
  readonly code: string;
  readonly message: string;
  /** Ms since the epoch. */
  readonly at: number;
};

/** Snapshots of a planner's journal, which has all that they have. */
export type PlannerSnapshots = {
  /** The one that a restore begins with; its parts are complete. */
  readonly current: JournalSnapshot | null;
  /** Those to remove: replaced ones, and those whose parts may not be complete. */
  readonly stale: readonly JournalSnapshot[];
  /** Restores that had to read the whole journal, and snapshots that failed, by reason. */
  readonly faults: Readonly<Partial<Record<SnapshotFault | "not-written", number>>>;
};

/** The planner, the end of its lease, and the durable part of its plan: the register `planner`. */
export type PlannerState = {
  readonly owner: string;
  /** End of the owner's lease of the stack, in ms since the epoch. */
  readonly until: number;
  /** Grows with each change of owner, and with each crawl. */
  readonly epoch: number;
  readonly crawl: string;
  readonly journal: JournalPosition;
  readonly snapshots: PlannerSnapshots;
  /** `null` until the crawl has begun. */
  readonly status: StackStatus | null;
  /**
   * Until when the owner, which has left, may go on without a restore: another planner takes the
   * stack before only if there is a new order. Ms since the epoch; `null` while the owner works.
   */
  readonly keptUntil: number | null;
  /** Version of the key `order` that the owner last followed; `null` before its first round. */
  readonly ordered: number | null;
  /**
   * Since when results are due: the last result, or the first batch after a time without any in
   * flight. Ms since the epoch; `null` while nothing is awaited.
   */
  readonly awaitingSince: number | null;
  /**
   * When a planner last wrote this, in ms since the epoch; `null` when an older version wrote it.
   */
  readonly lastTickAt: number | null;
  /** The last failure of a planner in this crawl; it is over when `lastTickAt` is later. */
  readonly lastError: PlannerError | null;
  /** What a recrawl comes back to; `null` in any other crawl. */
  readonly recrawl: RecrawlState | null;
};

/** What a recrawl comes back to, and how far. */
export type RecrawlState = {
  /** Key of an object that lists the crawls, each an {@link EndedCrawl}, the first one first. */
  readonly earlier: string;
  /** Most pages of the whole recrawl, where they are not those of the plan. */
  readonly pages?: number;
};

/** A crawl that has ended, as its planner left it. */
export type EndedCrawl = Pick<PlannerState, "crawl" | "journal" | "status" | "recrawl"> & {
  readonly snapshot: JournalSnapshot | null;
};

/**
 * A model that was trained in parallel to the crawl, proposed to the planner: the register
 * `trained`.
 */
export type TrainedProposal = {
  readonly crawl: string;
  readonly model: string;
  /** Pages it was trained on; labels in its need, and pages of which the need holds a sample. */
  readonly pages: number;
  readonly labels: number;
  readonly seen: number;
  readonly usage: Usage;
};

/** Format of an export that a stack makes: records as they are, or a row a page. */
export type StackExportFormat = "records" | "jsonl" | "csv";

/** Format of a report that a stack makes: a page, a line of JSON, or as a terminal shows it. */
export type StackReportFormat = "html" | "json" | "text";

/** A report of a crawl in the bucket of its stack. */
export type StackReport = {
  readonly crawl: string;
  /** When it was asked for, in ms since the epoch. */
  readonly at: number;
  readonly format: StackReportFormat;
  /** Key of its object; `null` until it is there. */
  readonly key: string | null;
};

/** An export of a crawl into the bucket of its stack. */
export type StackExport = {
  readonly crawl: string;
  /** When it was asked for, in ms since the epoch. */
  readonly at: number;
  /** `records` if absent. */
  readonly format?: StackExportFormat;
  /** Whether it has target pages only. */
  readonly targets?: boolean;
  /** Keys of its objects; `null` until all are there. */
  readonly parts: readonly string[] | null;
  readonly records: number;
  /** Number of pages left out, as their sites reserve them against the project's purpose. */
  readonly reserved?: number;
};
