import type { Merge, Selection } from "../frontier/frontier-policy.ts";
import type { FrontierLink, Snippet } from "../frontier/link.ts";
import type { Json } from "../json.ts";
import type { ConceptSet } from "../ontology/concept-set.ts";
import type { PageStructure } from "../page/page-structure.ts";
import type { PageView } from "../page/page-view.ts";
import type { Host, Url } from "../url/url.ts";
import type { GroupTally } from "./group-tally.ts";
import type { MarkedPaths } from "./marked-paths.ts";
import type { Sitemap } from "./source/sitemap.ts";

/** What the user is looking for. */
export interface Need {
  readonly topic: string | undefined;
  /** The topic's terms, of an ontology and the user's own; `undefined` where neither is given. */
  readonly concepts: ConceptSet | undefined;
  /** Pages that are wanted, and pages that are not. */
  readonly good: readonly PageView[];
  readonly bad: readonly PageView[];
  /** One page of the wanted type. */
  readonly examplePage: PageView | undefined;
  /** Click paths to targets, of these sites or others. */
  readonly paths: MarkedPaths | undefined;
  /** What other click paths taught, as a model file holds it. */
  readonly lesson: Json | undefined;
  /** Least utility of a target page, in [0,1]; `undefined` lets the strategy choose. */
  readonly threshold: number | undefined;
}

/** A page that was fetched, as far as later training needs it. */
export interface Visit {
  readonly url: Url;
  readonly host: Host;
  readonly depth: number;
  /** Layers begun before it was drawn, of a layered selection; 0 for the seeds and for all others. */
  readonly layer: number;
  readonly parent: Url | undefined;
  /** Of the link that it was come by. */
  readonly group: string;
  readonly snippet: Snippet | undefined;
  /** Time of the fetch, in ms. */
  readonly fetchMs: number;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  /** As the strategy gave it when it judged the page. */
  readonly structure: PageStructure | undefined;
  /**
   * Links in scope in document order, each as often as it stands on the page; empty unless the strategy
   * keeps them (`Strategy.keepsOutlinks`).
   */
  readonly outlinks: readonly Url[];
}

/** A link that was drawn and came to no page. */
export interface Miss {
  readonly url: Url;
  /** As of a {@link Visit}. */
  readonly layer: number;
  readonly group: string;
  readonly parent: Url | undefined;
  /** Where it redirects to; `undefined` of one that was refused or failed. */
  readonly location: Url | undefined;
}

/** What the crawl has seen so far. */
export interface Evidence {
  /** In order of fetching. */
  readonly visits: readonly Visit[];
  /** In order of settling. */
  readonly misses: readonly Miss[];
}

/** How the crawl stands when a strategy is asked whether its model is stale. */
export interface Progress {
  /** Pages fetched so far, and when the current model was trained. */
  readonly pages: number;
  readonly pagesAtTraining: number;
  /** A layer is done, and the next one is about to be chosen by the priorities of the links that wait. */
  readonly layerDone: boolean;
  /** Pages by type, `""` for those without one, fetched by links that the current model scored. */
  readonly types: ReadonlyMap<string, number>;
}

/** The way a page was come by. */
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
  /** Page type, where the strategy knows types. */
  readonly type: string | undefined;
  /** Kept with the page's record where later training needs it. */
  readonly structure?: PageStructure;
  /** For a person: one short line. */
  readonly why: string;
}

/** Prediction for a link. */
export interface ScoredLink {
  readonly url: Url;
  /** In [0, ∞). */
  readonly priority: number;
  /** Shares a weight with the other links of its group. */
  readonly group: string;
  /** Kept with the link where later training needs it. */
  readonly snippet: Snippet | undefined;
  readonly why: string;
}

/** The part of a scored link that a score decides. */
export type LinkScore = Pick<ScoredLink, "priority" | "group" | "why">;

/** A link as a light model sees it: what is known of it before its page is fetched. */
export type LinkFacts = Pick<FrontierLink, "url" | "parent" | "snippet">;

/** Something about a link that a model weighs, with what it adds to the prediction, strongest first. */
export interface LinkSign {
  readonly feature: string;
  readonly weight: number;
}

/** A query for a search engine. */
export interface ComposedQuery {
  /** As it is sent, without what is excluded. */
  readonly query: string;
  /** Phrases whose pages are not wanted; an engine that knows no negation leaves them aside. */
  readonly exclude: readonly string[];
}

/** A result of a search, as a link estimator sees it. */
interface FoundLink {
  readonly url: Url;
  /** Names the query, beside title and extract. */
  readonly snippet: Snippet;
}

/** Composes queries for a search engine; such a strategy merges by `greater` or `first`, as a crash may offer results twice. */
export interface QueryAbility {
  /**
   * The query to ask next, `undefined` where there is none; `asked` holds all before it, the user's own among
   * them. What came of those is in the evidence, by the queries in the snippets.
   */
  next(asked: readonly string[]): ComposedQuery | undefined;
  /** Score of a query's result on its way to the frontier; absent where all are worth the same. */
  scoreResult?(result: FoundLink): LinkScore;
}

/** Weighs groups of links, which share a weight. */
interface GroupAbility {
  /**
   * Weights in [0, ∞) of these groups, one each, by the results of their links. Before each draw it is asked
   * for all groups that wait; before links are offered, for those of their groups that nothing waited of. The
   * same tally gives the same weights.
   */
  weigh(tally: GroupTally, groups: Iterable<string>): ReadonlyMap<string, number>;
}

/** Page types that a model tells apart with the links between them, or from how many pages on it will. */
type PageTypes =
  | { readonly kind: "known"; readonly sitemap: Sitemap }
  | { readonly kind: "learning"; readonly from: number };

/** What a model may be able to do besides; a consumer asks once whether it is there. */
interface ModelAbilities {
  /** Scores a waiting link again after a training; `undefined` leaves it as it is. */
  rescoreLink(link: FrontierLink): LinkScore | undefined;
  readonly queries: QueryAbility;
  readonly groups: GroupAbility;
  /** Predicts a link's value in [0,1], whatever its priority, by the measure of {@link StrategyAbilities.linksPredict}. */
  predictLink(link: LinkFacts): number;
  /** Explains a score to a person: the features of a link that the model weighs. */
  explainLink(link: LinkFacts): readonly LinkSign[];
  readonly pageTypes: PageTypes;
  /** What the model is about to do, in one or two words for the run's log. */
  readonly phase: string;
}

/** A model turned into functions: compiled once, called a million times. */
export interface CompiledStrategy extends Partial<ModelAbilities> {
  assessPage(page: PageView, context: LinkContext): PageAssessment;
  /** One scored link an anchor worth following; `page.anchors` holds only those in scope. */
  scoreLinks(
    page: PageView,
    assessment: PageAssessment,
    context: LinkContext,
  ): readonly ScoredLink[];
}

/** What a strategy may ask of a crawl, or say about itself. */
interface StrategyAbilities {
  /** Bounds the links that wait; the project's own bound holds, too. */
  readonly capacity: number;
  /** Keeps the links of each page with its record, as evidence for training. */
  readonly keepsOutlinks: true;
  /**
   * Says what its links predict: the utility of their page, or of that page and those behind it, whichever is
   * greater.
   */
  readonly linksPredict: "page" | "page-or-behind";
  /** Throws for a need that is useless to it, else says in a clause how it manages where something is missing. */
  checkNeed(need: Need): string | undefined;
}

/** A way to crawl: a model, and what the frontier does with its scores. All functions are pure. */
export interface Strategy<Model extends Json = Json> extends Partial<StrategyAbilities> {
  readonly name: string;
  readonly selection: Selection;
  readonly merge: Merge;
  /** Same evidence, need and `previous`, the model that the crawl had until now: same model. */
  train(evidence: Evidence, need: Need, previous: Model | undefined): Model;
  compile(model: Model): CompiledStrategy;
  /** Time to train again? */
  isStale(progress: Progress, model: Model): boolean;
}
