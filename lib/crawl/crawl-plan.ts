import type { FetchLimits } from "../domain/fetch/fetch-outcome.ts";
import type { ExtractedFields } from "../domain/fetch/page-record.ts";
import type { Snippet } from "../domain/frontier/link.ts";
import type { Json } from "../domain/json.ts";
import type { CompiledStrategy, Need, Strategy } from "../domain/strategy/strategy.ts";
import type { CanonicalOptions } from "../domain/url/canonical-url.ts";
import type { CompiledScope } from "../domain/url/scope.ts";
import type { Url } from "../domain/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { HostGate } from "../ports/host-gate.ts";
import type { LabelStore } from "../ports/label-store.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { RunLog } from "../ports/run-log.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import type { Web } from "../ports/web.ts";

/** Everything outside that a crawl touches. */
export interface CrawlPorts {
  readonly frontier: Frontier;
  readonly pages: PageStore;
  readonly records: RecordStore;
  readonly models: ModelStore;
  readonly labels: LabelStore;
  readonly log: RunLog;
  readonly web: Web;
  readonly gate: HostGate;
  readonly clock: Clock;
  /** Who is asked the queries that the crawl composes; absent where it composes none. */
  readonly search?: SearchProvider | undefined;
}

/** What the deciding part of a crawl touches; it fetches nothing. */
export type DecidingPorts = Omit<CrawlPorts, "web" | "gate" | "pages"> & {
  readonly web: Pick<Web, "identify">;
  readonly pages: Pick<PageStore, "get">;
};

/** Queries that a crawl composes itself, if its strategy can. */
export interface QueryPlan {
  /** Most of them in the life of the crawl. */
  readonly most: number;
  /** Pages fetched between two of them. */
  readonly every: number;
  /** Most results of each. */
  readonly results: number;
  /** Queries that the seeds were searched for. */
  readonly asked: readonly string[];
}

/** What the queries of a crawl cost. */
export interface SearchCost {
  readonly dollarsPerQuery: number;
  /** Queries that its seeds were searched for. */
  readonly seedQueries: number;
}

/** Bounds of a whole crawl; `Infinity` where there is none. */
export interface Budget {
  readonly pages: number;
  readonly bodyBytes: number;
  /** Time spent crawling, pauses not counted. */
  readonly seconds: number;
  /** What the crawl buys: queries of a search engine, and in a stack AWS at list price. */
  readonly dollars: number;
}

/** What one crawl is to do: the project file, read and compiled. */
export interface CrawlPlan {
  readonly strategy: Strategy;
  readonly need: Need;
  /** Pages that the user labelled while it ran, in [0,1]: their verdict is the label. */
  readonly labels?: ReadonlyMap<Url, number>;
  readonly seeds: readonly Url[];
  /** What a search engine said of seeds that it found. */
  readonly seedSnippets?: ReadonlyMap<Url, Snippet> | undefined;
  readonly scope: CompiledScope;
  readonly canonical: CanonicalOptions;
  readonly budget: Budget;
  readonly limits: FetchLimits & {
    /** Longest time to parse one page, in ms. */
    readonly parseMs: number;
  };
  /** Media types of pages, lower case; a page that names none is read, any other refused as `content-type`. */
  readonly mediaTypes: readonly string[];
  /** Languages of pages whose links are followed and that may be targets; empty for any. */
  readonly languages: readonly string[];
  readonly politeness: {
    /** Longest delay that a host's robots.txt may ask for, in ms. */
    readonly maxCrawlDelayMs: number;
    /** Fetches of one URL before it counts as failed. */
    readonly maxAttempts: number;
    readonly maxRedirects: number;
    /** The rules `noindex` and `nofollow` of a page are obeyed; never on a recording, which asks no host. */
    readonly obeyMetaRobots: boolean;
    /** Links with `rel="nofollow"` are left out; never on a recording. */
    readonly skipRelNofollow: boolean;
  };
  /** Values to take from the HTML of a target page. */
  readonly extract: (html: string) => ExtractedFields;
  /** Absent where the crawl composes no queries. */
  readonly queries?: QueryPlan | undefined;
  /** Absent where no search engine is paid. */
  readonly searchCost?: SearchCost | undefined;
  /** Hosts asked at one time; 1 makes the order of a recorded crawl reproducible. */
  readonly concurrency: number;
}

/** A strategy ready to judge, with the content hash that its decisions are signed with. */
export interface TrainedModel {
  readonly hash: string;
  readonly model: Json;
  readonly compiled: CompiledStrategy;
  /** Pages fetched when it was trained. */
  readonly pages: number;
}
