import type { Merge, Selection } from "../frontier/frontier-policy.ts";
import type { FrontierLink, Snippet } from "../frontier/link.ts";
import type { Json } from "../json.ts";
import type { PageStructure } from "../page/page-structure.ts";
import type { PageView, TextView } from "../page/page-view.ts";
import type { Host, Url } from "../web/url/url.ts";
import type { GroupTally } from "./group-tally.ts";
import type { ConceptSet } from "./ontology/concept-set.ts";
import type { Sitemap } from "./sitemap.ts";

/** Files that are looked for. */
export interface FileNeed {
  /** Media types, lower case, without parameters; all names that servers have for a type. */
  readonly mediaTypes: readonly string[];
  /** False when files are only asked for: their bodies are not read. */
  readonly fetch: boolean;
}

/**
 * A click path that the user marked, from a start page to a target. Each page is linked from the
 * one before; at least two pages.
 */
export type MarkedPath = readonly Url[];

/** The training data of strategies that learn from click paths. */
export interface MarkedPaths {
  readonly paths: readonly MarkedPath[];
  /**
   * The pages of the paths and the pages that those link to, as far as they could be fetched; each
   * once.
   */
  readonly pages: readonly PageView[];
}

/** The user's description of the pages to find. */
export interface Need {
  readonly topic: string | undefined;
  /** More words that such pages have; absent when the user names none. */
  readonly words?: readonly string[] | undefined;
  /** The links that were followed to labelled pages and pages seen, as far as they are known. */
  readonly links?: ReadonlyMap<Url, FollowedLink>;
  /** The topic's terms, from an ontology and from the user; `undefined` when neither is given. */
  readonly concepts: ConceptSet | undefined;
  /** Examples of relevant pages, and of irrelevant ones. */
  readonly good: readonly PageView[];
  readonly bad: readonly PageView[];
  /** Those of them whose label no person gave: each counts half in training. Absent for none. */
  readonly half?: readonly Url[] | undefined;
  /**
   * A sample of the crawl's own pages, of bounded size and without labels, in order of fetching. It
   * shows what sites repeat and which words are rare, so their texts are enough.
   */
  readonly seen: readonly TextView[];
  /** One page of the target type. */
  readonly examplePage: PageView | undefined;
  /** Click paths to targets, of these sites or others. */
  readonly paths: MarkedPaths | undefined;
  /** The trained data of other click paths, from a model file. */
  readonly pathModel: Json | undefined;
  /** Files to find; then they are the targets, and no page is. */
  readonly files: FileNeed | undefined;
  /** Pages to find by what they carry: comments of readers, or any content that users create. */
  readonly detect: "comments" | "user-content" | undefined;
  /** Least utility of a target page, in [0,1]; `undefined` lets the strategy choose. */
  readonly threshold: number | undefined;
}

/** A page that was fetched, as far as later training needs it. */
export interface Visit {
  readonly url: Url;
  readonly host: Host;
  readonly depth: number;
  /**
   * Number of layers begun before it was drawn, in a layered selection; 0 for seeds and other
   * selections.
   */
  readonly layer: number;
  readonly parent: Url | undefined;
  /** Group of the link that led to it. */
  readonly group: string;
  readonly snippet: Snippet | undefined;
  /** Time of the fetch, in ms. */
  readonly fetchMs: number;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /** Set when it repeats what a page fetched before shows: then it is worth nothing, whatever it is like. */
  readonly isCopy?: true;
  readonly type: string | undefined;
  /** Structure that the strategy returned when it judged the page. */
  readonly structure: PageStructure | undefined;
  /**
   * Links in scope in document order, each as often as it occurs on the page. Empty unless the
   * strategy keeps them (`Strategy.keepsOutlinks`).
   */
  readonly outlinks: readonly Url[];
}

/** A link that was drawn and led to no page. */
export interface Miss extends Pick<Visit, "url" | "layer" | "group" | "parent" | "snippet"> {
  /** The redirect target; `undefined` when the request was refused or failed. */
  readonly location: Url | undefined;
}

/** The results of the crawl so far. */
export interface Evidence {
  /** In order of fetching. */
  readonly visits: readonly Visit[];
  /** In order of completion. */
  readonly misses: readonly Miss[];
}

/** The progress of a crawl, by which a strategy decides whether its model is stale. */
export interface Progress {
  /** Pages fetched so far, and when the current model was trained. */
  readonly pages: number;
  readonly pagesAtTraining: number;
  /** Links drawn so far, to pages or in vain. */
  readonly drawn: number;
  /**
   * Whether a layer is done and the priorities of the queued links are about to choose the next
   * one.
   */
  readonly layerDone: boolean;
  /** Pages by type, `""` for those without one, fetched by links that the current model scored. */
  readonly types: ReadonlyMap<string, number>;
}

/** The link that led to a page. */
export interface LinkContext {
  readonly depth: number;
  /** Priority at the draw; seeds have `SEED_PRIORITY`. */
  readonly priority: number;
  readonly group: string;
  readonly parent: Url | undefined;
  readonly snippet: Snippet | undefined;
}

/** Judgement of a fetched page. */
export interface PageAssessment {
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  /**
   * Least utility of a target, where the utility alone decides; absent where another rule does, which no
   * cut replaces.
   */
  readonly least?: number | undefined;
  /** Page type, if the strategy distinguishes types. */
  readonly type: string | undefined;
  /** Stored with the page's record for later training. */
  readonly structure?: PageStructure;
  /** Explanation for a person: one short line. */
  readonly why: string;
}

/** The link that was followed to a page. */
export type FollowedLink = Pick<LinkContext, "parent" | "snippet">;

/**
 * Judges a page. A strategy that wants words of the link to count, too, gives it; published orders
 * judge the page alone.
 */
export type JudgePage = (page: TextView, followed?: FollowedLink) => PageAssessment;

/** Prediction for a link. */
export interface ScoredLink {
  readonly url: Url;
  /** In [0, ∞). */
  readonly priority: number;
  /** Shares a weight with the other links of its group. */
  readonly group: string;
  /** Stored with the link for later training. */
  readonly snippet: Snippet | undefined;
  readonly why: string;
}

/** The part of a scored link that a score determines. */
export type LinkScore = Pick<ScoredLink, "priority" | "group" | "why">;

/** A link as a link estimator sees it: what is known of it before its page is fetched. */
export type LinkFacts = Pick<FrontierLink, "url" | "parent" | "snippet">;

/**
 * Something about a link that a model weighs, with what it adds to the prediction, strongest first.
 */
export interface LinkSign {
  readonly feature: string;
  readonly weight: number;
}

/** A model as JSON, and what another program gives to it: `docs/model.md`. */
interface Portable<Facts extends readonly unknown[]> {
  readonly model: Json;
  /** Returns the features that the model scores, as JSON. */
  readonly featuresOf: (...facts: Facts) => Json;
}

/** A judge of pages; a page is scored in [0,1]. */
export type PortablePages = Portable<[page: TextView, followed: FollowedLink | undefined]>;

/** A model of links; a link is scored in (0,∞). `onPage` is the score of the page that it is on. */
export type PortableLinks = Portable<[link: LinkFacts, onPage: number]>;

/** A part that other programs can score with, or why they cannot. */
export type PortableOr<Part> = Part | { readonly reason: string };

/** A query for a search engine. */
export interface ComposedQuery {
  /** The query text as sent, without excluded phrases. */
  readonly query: string;
  /** Phrases of irrelevant pages; an engine without negation ignores them. */
  readonly exclude: readonly string[];
}

/** A result of a search, as a link estimator sees it. */
interface FoundLink {
  readonly url: Url;
  /** Snippet that names the query, with title and extract. */
  readonly snippet: Snippet;
}

/**
 * Ability to compose queries for a search engine. Such a strategy merges by `greater` or `first`,
 * since a crash may offer results twice.
 */
export interface QueryAbility {
  /**
   * Returns the next query, `undefined` when there is none. `asked` holds all earlier queries,
   * including the user's. Their results are in the evidence, by the queries in the snippets.
   */
  next(asked: readonly string[]): ComposedQuery | undefined;
  /** Scores a query's result before it enters the frontier; absent when all are worth the same. */
  scoreResult?(result: FoundLink): LinkScore;
}

/** Weighs groups of links, which share a weight. */
interface GroupAbility {
  /**
   * Returns weights in [0, ∞) of these groups, one each, by the results of their links. Before each
   * draw it is called for all groups with queued links. Before links are offered, it is called for
   * those of their groups that had no queued link. The same tally gives the same weights.
   */
  weigh(tally: GroupTally, groups: Iterable<string>): ReadonlyMap<string, number>;
}

/**
 * The page types that a model distinguishes with the links between them, or from how many pages on
 * it will.
 */
type PageTypes =
  | { readonly kind: "known"; readonly sitemap: Sitemap }
  | { readonly kind: "learning"; readonly from: number };

/** Optional abilities of a model; a consumer checks once whether each is there. */
interface ModelAbilities {
  /** Scores a queued link again after a training; `undefined` leaves it unchanged. */
  rescoreLink(link: FrontierLink): LinkScore | undefined;
  /**
   * Gives the score of `rescoreLink` from what {@link StrategyAbilities.packLink} made of the link, which
   * begins at `start`, and the link's group and depth; many times faster. Its `why` may be empty where `says` is false.
   */
  rescorePacked(
    packed: Uint8Array,
    start: number,
    says: boolean,
    group: string,
    depth: number,
  ): LinkScore;
  readonly queries: QueryAbility;
  readonly groups: GroupAbility;
  /**
   * Predicts a link's value in [0,1], whatever its priority, by the measure of {@link
   * StrategyAbilities.linksPredict}.
   */
  predictLink(link: LinkFacts): number;
  /**
   * Judges a page as `assessPage` does, by its texts alone. Where it is absent, pages are viewed again to be judged
   * again.
   */
  assessTexts(page: TextView, context: LinkContext): PageAssessment;
  /**
   * Judges a page again by what was kept of it: what a link to it is worth, in [0,1]; `undefined` when
   * too little was kept. For models that learn to judge pages from the crawl itself.
   */
  judgeAgain(visit: Visit): number | undefined;
  /** Explains a score to a person: the features of a link that the model weighs. */
  explainLink(link: LinkFacts): readonly LinkSign[];
  readonly pageTypes: PageTypes;
  /** Gives its judge of pages for other programs; absent where only this one can judge as it does. */
  portablePages(): PortablePages;
  /** Gives its model of links for other programs, or the reason why only this one can score as it does. */
  portableLinks(): PortableOr<PortableLinks>;
  /** The present phase of the model, in one or two words for the run's log. */
  readonly phase: string;
  /** Why no page can be told to be relevant yet, as a clause; a look at all pages then calls none. */
  readonly cannotTell: string;
  /** Says how well the labels tell pages apart, and which of them to look at: a short line each. */
  readonly labelNotes: readonly string[];
}

/** A model compiled to functions: compiled once, called a million times. */
export interface CompiledStrategy extends Partial<ModelAbilities> {
  assessPage(page: PageView, context: LinkContext): PageAssessment;
  /**
   * Returns one scored link per anchor worth following; `page.anchors` holds only those in scope. A link for which
   * `isDone` holds counts on its page as the others do, but nothing is asked of its own score: {@link unscored} will do.
   */
  scoreLinks(
    page: PageView,
    assessment: PageAssessment,
    context: LinkContext,
    isDone?: (url: Url) => boolean,
  ): readonly ScoredLink[];
}

/** Returns a link that was fetched, refused or given up before, without what a score is made of. */
export function unscored(url: Url, group: string): ScoredLink {
  return { url, priority: 0, group, snippet: undefined, why: "" };
}

/** Optional requests of a strategy to the crawl, and facts about itself. */
interface StrategyAbilities {
  /** Bounds the number of queued links; the project's own bound applies, too. */
  readonly capacity: number;
  /**
   * Returns what scores depend on of a link, in few bytes: kept while it is queued, so that its texts
   * are read once. `undefined` for a link that must be read again for each score. The bytes are valid
   * as long as this strategy.
   */
  packLink(link: LinkFacts): Uint8Array | undefined;
  /** Keeps the links of each page with its record, as evidence for training. */
  readonly keepsOutlinks: true;
  /**
   * Returns whether its judgement of pages learns from {@link Need.seen}, for this need. Then the
   * crawl samples its pages at some steps, and judges all stored pages again.
   */
  learnsFromSeen(need: Need): boolean;
  /**
   * Learns which kinds of links lead to what, so links to forms are ranked by it alone. For all other
   * strategies they come last.
   */
  readonly learnsKinds: true;
  /**
   * The value that link predictions estimate: the utility of their page, or the greater of that and
   * the utility of the pages behind it.
   */
  readonly linksPredict: "page" | "page-or-behind";
  /**
   * Throws for a need that it cannot use. Otherwise returns a clause on how it manages missing
   * parts.
   */
  checkNeed(need: Need): string | undefined;
}

/** Evidence that grows with its crawl. */
export interface GatheredEvidence<Model extends Json = Json> {
  /** Adds what follows the evidence added before. */
  add(more: Evidence): void;
  /** Trains the model that {@link Strategy.train} trains on all that was added. */
  train(need: Need, previous: Model | undefined): Model;
}

/** A way to crawl: a model, and what the frontier does with its scores. All functions are pure. */
export interface Strategy<Model extends Json = Json> extends Partial<StrategyAbilities> {
  readonly name: string;
  readonly selection: Selection;
  readonly merge: Merge;
  /**
   * Trains the model. The same evidence, need and `previous`, the model that the crawl had until
   * now, give the same model.
   */
  train(evidence: Evidence, need: Need, previous: Model | undefined): Model;
  /**
   * Begins to gather evidence in a compact form, so that a training need not read all of it again.
   * Absent in a strategy whose trainings need it as it is.
   */
  gather?(need: Need): GatheredEvidence<Model>;
  compile(model: Model): CompiledStrategy;
  /** Reports whether it is time to train again. */
  isStale(progress: Progress, model: Model): boolean;
}
