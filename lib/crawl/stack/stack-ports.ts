import type { Usage } from "../../domain/bill/usage.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { DowserError } from "../../errors.ts";
import type { Activity } from "../../ports/activity.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { JournalPosition } from "../../ports/journal.ts";
import type { PageListing } from "../../ports/page-listing.ts";
import type { Queue } from "../../ports/queue.ts";
import type { Registers } from "../../ports/registers.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import type { Web } from "../../ports/web.ts";
import type { CrawlPlan, DecidingPorts } from "../crawl-plan.ts";

/** What a planner holds of its crawl: stores that are there to stay where the journal says so. */
export interface Shard extends Pick<DecidingPorts, "frontier" | "records" | "log" | "pages"> {
  /** Writes all changes since the last time to the journal; nobody reads them before its position is told. */
  commit(): Promise<JournalPosition>;
  close(): void;
}

/** A crawl as its plan bundle has it. */
export interface PlannedCrawl {
  readonly plan: CrawlPlan;
  readonly policy: FrontierPolicy;
  /** Who is asked the queries that the crawl composes; absent where it composes none. */
  readonly search?: SearchProvider | undefined;
}

/** What the planner of a stack touches. */
export interface PlannerPorts extends Pick<DecidingPorts, "models" | "labels" | "clock"> {
  readonly registers: Registers;
  readonly blobs: Pick<BlobStore, "get">;
  readonly batches: Pick<Queue, "send">;
  readonly results: Pick<Queue, "receive" | "remove">;
  readonly listing: Pick<PageListing, "put">;
  readonly activity: Activity;
  readonly web: Pick<Web, "identify">;
  /** Asks for a training beside the crawl; the answer is the register `trained`. */
  readonly askTrainer: () => Promise<void>;
  readonly readPlan: (key: string) => Promise<PlannedCrawl>;
  /** Restores a crawl from its journal; what is committed from now on is of this epoch. */
  readonly openShard: (
    policy: FrontierPolicy,
    journal: JournalPosition,
    epoch: number,
  ) => Promise<Shard>;
  /** What this process used since it was last asked. */
  readonly usage: () => Usage;
  /** Tells whoever looks after the stack of an error that does not end this planner. */
  readonly report: (error: DowserError) => void;
}
