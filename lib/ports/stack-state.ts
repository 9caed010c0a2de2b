import type { Usage } from "../domain/cost/usage.ts";
import type { Json } from "../domain/json.ts";
import type { JournalPosition } from "./journal.ts";

/** What the user asks of the stack: the register `order`. */
export type CrawlOrder = {
  /** Names the crawl; another name is another crawl, which begins with nothing. */
  readonly crawl: string;
  readonly requested: "run" | "pause" | "stop";
  /** Key of the plan bundle. */
  readonly plan: string;
};

/** How the crawl of a stack stands. */
export type StackStatus = {
  readonly state: "running" | "paused" | "finished";
  /** Why it finished, or paused by itself; `null` of one that runs or was asked to pause. */
  readonly end: string | null;
  /** The figures of a crawl report. */
  readonly report: Json;
  /** Spent crawling, pauses not counted. */
  readonly seconds: number;
  /** Content hash of the model that decides, and the pages it was trained on. */
  readonly model: string;
  readonly trainedPages: number;
  /** Labels that the need knows. */
  readonly labels: number;
  /** What was used of AWS so far, as `domain/bill` counts it. */
  readonly usage: Usage;
  /** Paid to a search engine so far. */
  readonly searchDollars: number;
  /** At list price, with what a search engine was paid. */
  readonly dollars: number;
  /** Records that the page listing has. */
  readonly listed: number;
};

/** Who plans, until when, and what of the plan is there to stay: the register `planner`. */
export type PlannerState = {
  readonly owner: string;
  /** Ms since the epoch: the owner's lease of the stack. */
  readonly until: number;
  /** Grows with each change of owner, and each crawl. */
  readonly epoch: number;
  readonly crawl: string;
  readonly journal: JournalPosition;
  /** `null` until the crawl has begun. */
  readonly status: StackStatus | null;
};

/** A model that was trained beside the crawl, for the planner to take up: the register `trained`. */
export type TrainedProposal = {
  readonly crawl: string;
  readonly model: string;
  /** Pages it was trained on, and labels that its need knew. */
  readonly pages: number;
  readonly labels: number;
  readonly usage: Usage;
};
