import type { DowserError } from "../errors.ts";
import type { Draw } from "../ports/frontier.ts";
import type { CrawlPlan, TrainedModel } from "./crawl-plan.ts";
import type { NeedState } from "./need-state.ts";
import type { AnswerStore } from "./query-schedule.ts";
import type { PageReader } from "./read-page.ts";
import type { Verdict } from "./rules.ts";
import type { StopReason } from "./stop-check.ts";

/** The next step of a crawl. */
export type Decision =
  | { readonly kind: "fetch"; readonly draw: Draw }
  /** A fetch in flight must end first. */
  | { readonly kind: "wait" }
  /** The need, a layer or a query changed: decide again. */
  | { readonly kind: "again" }
  | { readonly kind: "stop"; readonly why: StopReason }
  /** A rule pauses the crawl, or says that to fetch more is no use: nothing is in flight. */
  | Verdict
  /** No link is left, and the search engine that would give more does not answer. */
  | { readonly kind: "no-answer"; readonly error: DowserError };

/** The state of an engine when it asks for a decision. */
export interface EngineState {
  /** Leases drawn and not completed. */
  readonly inFlight: number;
  /** Whether more seeds may come: that few or no links are left is no end then. */
  readonly isSeeding?: boolean;
  /** Seconds spent crawling so far. */
  readonly seconds: () => number;
  /** Dollars that the engine itself has cost so far, without the queries. */
  readonly dollars: () => number;
  /** Aborts work that takes long; a later run does it again. */
  readonly signal?: AbortSignal | undefined;
}

/** Trains models in parallel to the crawl, so that planning does not wait for it. */
export interface Trainer {
  /**
   * Returns a model of this plan that knows more pages than `current`, if one is ready whose need
   * is in `state`.
   */
  proposed(
    plan: CrawlPlan,
    current: TrainedModel,
    state: NeedState,
  ): Promise<TrainedModel | undefined>;
  /** Notes that the model is stale. */
  ask(): void;
}

/** The way an engine runs a crawl. */
export interface Engine {
  /** False when leases that are open at the start belong to a process that has died. */
  readonly leasesOutliveProcess: boolean;
  /** Absent when a crawl trains by itself, between two draws. */
  readonly trainer?: Trainer;
  /** Needed when the log is not durable at once. */
  readonly answers?: AnswerStore;
  /** Judges pages again in other threads; absent when this thread does. */
  readonly reader?: Pick<PageReader, "judge"> | undefined;
}
