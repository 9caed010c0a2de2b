import type { Snippet } from "../domain/frontier/link.ts";
import type { CompiledScope, UrlTest } from "../domain/frontier/scope.ts";
import type { Json } from "../domain/json.ts";
import type { CompiledStrategy, FileNeed, Need, Strategy } from "../domain/methods/strategy.ts";
import type { DeclaredType } from "../domain/page/extract-fields.ts";
import type { LanguageReading } from "../domain/page/language/page-language.ts";
import type { ExtractedFields } from "../domain/page/page-record.ts";
import type { FetchLimits } from "../domain/web/http/fetch-outcome.ts";
import type { CanonicalOptions } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LinkIntent } from "../domain/web/url/url-words.ts";
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
import type { CrawlRules, ReadRule } from "./rules.ts";

/** Everything outside that a crawl uses. */
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
  /** Answers the queries that the crawl composes; absent when it composes none. */
  readonly search?: SearchProvider | undefined;
}

/** Everything that the deciding part of a crawl uses; that part fetches nothing. */
export type DecidingPorts = Omit<CrawlPorts, "web" | "gate" | "pages"> & {
  readonly web: Pick<Web, "identify">;
  readonly pages: Pick<PageStore, "get" | "texts">;
};

/**
 * Finds seeds while the crawl goes on: it offers them as they are found, each durable when its promise resolves, and
 * resolves when there are no more, or soon after the signal aborts.
 */
export type LateSeeds = (
  offer: (seeds: readonly Url[]) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/** The queries that a crawl composes itself, if its strategy can. */
export interface QueryPlan {
  /** Most queries in the life of the crawl. */
  readonly most: number;
  /** Pages fetched between two queries. */
  readonly every: number;
  /** Most results of each query. */
  readonly results: number;
  /** Queries that found the seeds. */
  readonly asked: readonly string[];
  /** The user's queries that no start has asked: the crawl asks them before it composes any. */
  readonly first?: readonly string[];
}

/** The cost of a crawl's queries. */
export interface SearchCost {
  readonly dollarsPerQuery: number;
  /** Number of queries that found its seeds. */
  readonly seedQueries: number;
}

/** Bounds of a whole crawl; `Infinity` when there is no bound. */
export interface Budget {
  readonly pages: number;
  /** Pages of a site, which is a registrable domain; absent for no bound. The frontier keeps it. */
  readonly pagesPerSite?: number | undefined;
  readonly bodyBytes: number;
  /** Time spent crawling, pauses not counted. */
  readonly seconds: number;
  /** Cost of the queries to a search engine, and in a stack of AWS at list price. */
  readonly dollars: number;
}

/** What is stated when a rule stops a crawl, both in (0,1). */
interface StatedRecall {
  /** Share of the relevant pages that are fetched. */
  readonly recall: number;
  readonly confidence: number;
}

/** Stops a crawl when so many of these pages are fetched. */
export interface ControlRule extends StatedRecall {
  readonly of: "control-list";
  readonly control: ReadonlySet<Url>;
  readonly needed: number;
}

/** Stops a crawl when draws by chance say that few relevant pages are left among those discovered. */
interface DiscoveredRule extends StatedRecall {
  readonly of: "discovered";
}

/** The rule by which a crawl stops before its budget is spent. */
export type StopRule = ControlRule | DiscoveredRule;

/** The instructions for one crawl: the project file, read and compiled. */
export interface CrawlPlan {
  readonly strategy: Strategy;
  readonly need: Need;
  /** The project's random seed. */
  readonly seed: number;
  /** Pages that were labelled while it ran, in [0,1]: the label is their verdict. */
  readonly labels?: ReadonlyMap<Url, number>;
  /** Those of `labels` that people gave. */
  readonly verdicts?: ReadonlyMap<Url, number>;
  /** Shortest time between two looks for new labels, in ms; 0 in a replay, which looks before each draw. */
  readonly lookEveryMs?: number;
  readonly seeds: readonly Url[];
  /** Absent when all seeds are known at the start, as of a recording: their order is the crawl's. */
  readonly lateSeeds?: LateSeeds | undefined;
  /** Snippets of the seeds that a search engine found. */
  readonly seedSnippets?: ReadonlyMap<Url, Snippet> | undefined;
  readonly scope: CompiledScope;
  readonly canonical: CanonicalOptions;
  readonly budget: Budget;
  readonly limits: FetchLimits & {
    /** Longest time to parse one page, in ms. */
    readonly parseMs: number;
  };
  /**
   * Media types of pages, lower case. A page that names no media type is read; any other that is no
   * wanted file is refused as `content-type`.
   */
  readonly mediaTypes: readonly string[];
  /** Files that the need asks for: they are taken, too, and alone are targets. */
  readonly files: FileNeed | undefined;
  /** What links are for that come last elsewhere, such as `calendar`, and that the need asks for; absent for none. */
  readonly askedForms?: ReadonlySet<LinkIntent> | undefined;
  /**
   * Languages of pages whose links are followed and that may be targets; empty for any language.
   */
  readonly languages: readonly string[];
  /** How the text of a page tells its language; absent when only declarations count. */
  readonly languageReading?: LanguageReading | undefined;
  readonly politeness: {
    /** Longest delay that a host's robots.txt may ask for, in ms. */
    readonly maxCrawlDelayMs: number;
    /** Fetches of one URL before it counts as failed. */
    readonly maxAttempts: number;
    readonly maxRedirects: number;
    /** Failures slow their host down; never on a recording, which asks no host. */
    readonly backsOff: boolean;
    /**
     * The rules `noindex` and `nofollow` of a page are obeyed; never on a recording, which asks no
     * host.
     */
    readonly obeyMetaRobots: boolean;
    /** Product token of the crawler, by which pages may address it. */
    readonly robotsName: string;
    /** Links with `rel="nofollow"` are left out; never on a recording. */
    readonly skipRelNofollow: boolean;
  };
  /** The features that the crawl uses, where it fetches and where it decides. */
  readonly rules: CrawlRules;
  /** The features that it uses where pages are read and judged. */
  readonly reads: readonly ReadRule[];
  /** Finds a type that the need asks for in what a page declares; absent when it asks for none. */
  readonly declared?: DeclaredType | undefined;
  /** Extracts the fields of a target page from its HTML. */
  readonly extract: (html: string) => ExtractedFields;
  /** Absent when the crawl composes no queries. */
  readonly queries?: QueryPlan | undefined;
  /** Absent when no search engine is paid. */
  readonly searchCost?: SearchCost | undefined;
  /** Absent when the crawl stops by its budget alone. */
  readonly stop?: StopRule | undefined;
  /** URLs that were forgotten on request: they are not fetched again. Absent when there are none. */
  readonly forgotten?: UrlTest | undefined;
  /** Hosts fetched from at one time; 1 makes the order of a recorded crawl reproducible. */
  readonly concurrency: number;
}

/** The part of a plan by which pages are read: judged, and their links admitted and scored. */
export type ReadingPlan = Pick<
  CrawlPlan,
  | "strategy"
  | "labels"
  | "scope"
  | "canonical"
  | "limits"
  | "files"
  | "askedForms"
  | "declared"
  | "languages"
  | "languageReading"
  | "politeness"
  | "reads"
  | "extract"
>;

/** A strategy ready to judge, with the content hash that its decisions are signed with. */
export interface TrainedModel {
  readonly hash: string;
  readonly model: Json;
  readonly compiled: CompiledStrategy;
  /** Pages fetched when it was trained. */
  readonly pages: number;
}
