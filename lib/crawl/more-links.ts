import type { DowserError } from "../errors.ts";
import type { TrainedModel } from "./crawl-plan.ts";
import type { GroupWeights } from "./group-weights.ts";

/**
 * The result of asking because no link is left. An error is the engine's, and says why it did not
 * answer.
 */
export type Asked = "asked" | "nothing-to-ask" | DowserError;

/** A source of links beside the pages that a crawl fetches: a search engine, or earlier crawls. */
export interface MoreLinks {
  /** Dollars paid for it so far. */
  readonly dollars: number;
  /** Offers links, if it is time for some. */
  askIfDue(model: TrainedModel, weights: GroupWeights): Promise<void>;
  /** Offers links because none can be fetched before `until`, in ms since the epoch, if that is worth it. */
  askIfIdle?(until: number): Promise<boolean>;
  /** Offers links because none is left. */
  askForMore(model: TrainedModel, weights: GroupWeights): Promise<Asked>;
}
