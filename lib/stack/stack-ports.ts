import type { CrawlPlan, DecidingPorts } from "../crawl/crawl-plan.ts";
import type { Usage } from "../domain/cost/cost.ts";
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import type { LostLink } from "../domain/frontier/link.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { DowserError } from "../errors.ts";
import type { BatchClaims } from "../ports/batch-claims.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Frontier, PlacedLink, QueuedLinks } from "../ports/frontier.ts";
import type { Journal, JournalPosition, JournalSnapshot, SnapshotFault } from "../ports/journal.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { Ledger, SentBatch } from "../ports/ledger.ts";
import type { ListedCrawl, PageListing } from "../ports/page-listing.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { Queue } from "../ports/queue.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { RunLog } from "../ports/run-log.ts";
import type { Activity } from "../ports/scheduler.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import type { Web } from "../ports/web.ts";
import type { ReadingLoad, StackLimits } from "../project/stack-limits.ts";
import type { PlannedAssessor } from "./assessing.ts";

/** The stores of a planner's crawl: their state is durable up to the position in the journal. */
export interface PlannerStores
  extends Pick<DecidingPorts, "frontier" | "records" | "log" | "pages"> {
  /**
   * Writes all changes since the last commit to the journal; they are not read before its position
   * is published.
   */
  commit(): Promise<JournalPosition>;
  /** Returns at most so many of the best queued links, and of the hosts with most of them. */
  queue(most: Readonly<Record<keyof QueuedLinks, number>>): QueuedLinks;
  /** Returns what is known of a URL, and its place in the queue; `undefined` if it was never found. */
  placeOf(url: Url): PlacedLink | undefined;
  /** Returns the share of the planner's disk or memory that the crawl takes, whichever is greater. */
  fill(): Promise<number>;
  /** Returns whether the next restore would take long without a snapshot of the last commit. */
  isSnapshotDue(): boolean;
  readonly beginSnapshot: Journal["beginSnapshot"];
  readonly removeSnapshots: Journal["removeSnapshots"];
  /** Why the snapshot was of no use that this was to be restored from. */
  readonly snapshotFault: SnapshotFault | undefined;
  /** Batches that were sent, and whose results are awaited. */
  readonly sentBatches: Ledger<SentBatch["id"], SentBatch>;
  /** Links whose harvesters died. */
  readonly lostLinks: Ledger<LostLink["sequence"], LostLink>;
  close(): void;
}

/** The stores of a crawl that has ended, for reading. */
export interface EndedStores {
  readonly records: Pick<RecordStore, "get" | "list">;
  readonly frontier: Pick<Frontier, "find">;
  readonly log: Pick<RunLog, "list">;
  readonly pages: Pick<PageStore, "get">;
  close(): void;
}

/** What the sitemaps of a crawl gave beside seeds, where the stack has read them. */
export interface ReadSitemaps {
  /** Files that gave nothing, with the reason. */
  readonly unread: Readonly<Record<string, string>>;
  /** Number of pages that were more than are kept. */
  readonly beyond: number;
  readonly usage: Usage;
}

/** A crawl as its plan bundle has it. */
export interface PlannedCrawl {
  readonly plan: CrawlPlan;
  /** Those of its seeds that sitemaps list. */
  readonly listed?: readonly Url[];
  /** Seeds whose sitemaps are read before it begins; absent where it waits for none. */
  readonly awaited?: readonly Url[] | undefined;
  /** What the reading of its sitemaps gave beside seeds, if the stack has read them. */
  readonly sitemaps?: ReadSitemaps | undefined;
  readonly policy: FrontierPolicy;
  /** What reading its pages takes of harvesters. */
  readonly load?: ReadingLoad;
  /** The assessor that is asked about its pages; absent where it has none. */
  readonly assessor?: PlannedAssessor | undefined;
  /** Answers the queries that the crawl composes; absent when it composes none. */
  readonly search?: SearchProvider | undefined;
}

/** Everything outside that the planner of a stack uses. */
export interface PlannerPorts extends Pick<DecidingPorts, "models" | "labels" | "clock"> {
  /** What the stack was deployed with. */
  readonly limits: Pick<StackLimits, "inFlight" | "harvesterMb">;
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "get" | "putNew" | "replace">;
  readonly claims: Pick<BatchClaims, "fateOf">;
  readonly batches: Pick<Queue, "send">;
  readonly results: Pick<Queue, "receive" | "remove">;
  readonly listingOf: (crawl: ListedCrawl) => Pick<PageListing, "put" | "together">;
  readonly activity: Pick<Activity, "wake" | "suspend">;
  readonly web: Pick<Web, "identify">;
  /** Asks for a training in parallel to the crawl; the answer is the register `trained`. */
  readonly askTrainer: () => Promise<void>;
  readonly readPlan: (key: string) => Promise<PlannedCrawl>;
  /**
   * Restores a crawl from a snapshot, if there is one, and its journal; later commits belong to
   * this epoch.
   */
  readonly openStores: (
    policy: FrontierPolicy,
    journal: JournalPosition,
    epoch: number,
    snapshot: JournalSnapshot | null,
  ) => Promise<PlannerStores>;
  /** Restores a crawl that has ended, for reading. */
  readonly openEnded: (
    journal: JournalPosition,
    snapshot: JournalSnapshot | null,
  ) => Promise<EndedStores>;
  /** Returns the resources that this process used since the last call. */
  readonly usage: () => Usage;
  /** Reports an error that does not end this planner to the operator of the stack. */
  readonly report: (error: DowserError) => void;
}
