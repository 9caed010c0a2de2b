import type { Selection } from "../../frontier/frontier-policy.ts";
import type { Json } from "../../json.ts";
import { hashToUnit } from "../../stats/random/random.ts";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Host, Url } from "../../web/url/url.ts";
import { judgingBy, type PageEstimation } from "../page-estimation.ts";
import {
  type CompiledStrategy,
  type GatheredEvidence,
  type LinkFacts,
  type LinkScore,
  type Need,
  type QueryAbility,
  type ScoredLink,
  type Strategy,
  unscored,
  type Visit,
} from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import {
  compileLinkEstimator,
  type EstimatorSettings,
  fitLinkRows,
  type LinkEstimate,
  type LinkEstimatorModel,
  type LinkTrainer,
  portableEstimator,
} from "./link-estimator.ts";
import { eachLinkFeature, linkFeatures } from "./link-features.ts";
import { NumberedLinks } from "./numbered-links.ts";
import { type AdaptiveSettings, adaptiveOptions } from "./options.ts";
import { checkLabels, learnedPages } from "./page-estimator/learned-estimation.ts";
import { compileQueries } from "./queries/choose-query.ts";
import { type QueryModel, queryPhrases, trainQueryModel } from "./queries/query-model.ts";
import { GatheredLinks, labelPairs, type PackedPair, topicPairs } from "./training-pairs.ts";

/** The inputs that the strategy takes from the crawl. */
export interface AdaptiveContext {
  readonly seed: number;
  readonly estimation: PageEstimation;
  /** How it is learned what links lead to; by ridge regression if left out. */
  readonly linkTrainer?: LinkTrainer;
  /** Whether the crawl asks a search engine queries of its own making. */
  readonly asksQueries: boolean;
  /**
   * Whether links that led to no page teach the link estimator what is worth nothing; they do if left
   * out.
   */
  readonly learnsFromMisses?: boolean;
}

/** The settings with how links are learned from. */
type AdaptiveEstimator = AdaptiveSettings &
  EstimatorSettings & {
    /** Features of links that this strategy scored. */
    readonly numbered: NumberedLinks;
    readonly learnsFromMisses: boolean;
  };

type AdaptiveModel = {
  /** Φ, the model that judges pages. */
  readonly pages: Json;
  /** Ψ, the model that predicts links; `null` while links are drawn at random. */
  readonly links: LinkEstimatorModel | null;
  /** How long fetches take; `null` when the strategy ignores it. */
  readonly times: VisitTimes | null;
  /** The phrases to search for; `null` when the crawl asks no search engine. */
  readonly queries: QueryModel | null;
  /** Links drawn before it was trained; `null` if only those to pages count. */
  readonly drawn: number | null;
};

/** Minimum of new pages, or of new draws, between two trainings. */
const LEAST_GROWTH = 5;

/**
 * Creates the user-oriented adaptive crawler (Xu, Yoon & Tourassi 2014). A page classifier Φ, trained
 * on the user's labels, judges pages. Its judgements are the training data of a link predictor Ψ,
 * which predicts the worth of links and is trained again as the crawl grows. Links are drawn in
 * proportion to Ψ, tempered by its past errors.
 */
export function adaptiveStrategy(
  settings: AdaptiveSettings,
  { seed, estimation, asksQueries, linkTrainer, learnsFromMisses = true }: AdaptiveContext,
): Strategy<AdaptiveModel> {
  const { warmUp, growth } = settings;
  const featuresOf = linkFeatures(settings.features);
  const numbered = new NumberedLinks(eachLinkFeature(settings.features));
  const estimator = {
    ...settings,
    featuresOf,
    numbered,
    learnsFromMisses,
    ...(linkTrainer && { linkTrainer }),
  };
  const gather = () => gatherEvidence(estimator, { seed, estimation, asksQueries });
  return {
    name: "adaptive",
    selection: selectionOf(settings),
    merge: "greater",
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    linksPredict: settings.delayedReward ? "page-or-behind" : "page",
    checkNeed: checkLabels,
    packLink: (link) => numbered.pack(link),
    train: (evidence, need, previous) => {
      const gathered = gather();
      gathered.add(evidence);
      return gathered.train(need, previous);
    },
    gather,
    compile: (model) => {
      const { scoreResult, ...links } = compileLinks(model, estimator, seed);
      return {
        ...judgingBy(estimation, model.pages),
        labelNotes: estimation.notes?.(model.pages) ?? [],
        ...links,
        ...compileQueries(model.queries, seed, { scoreResult }),
      };
    },
    isStale: ({ pages, pagesAtTraining, drawn }, model) => {
      if (growth === 0 || pages < warmUp) return false;
      // A row of links that all fail is learned from before it ends.
      const [now, before] = model.drawn === null ? [pages, pagesAtTraining] : [drawn, model.drawn];
      // A model that an older version trained has no count, so it is stale.
      return !(now - before < Math.max(LEAST_GROWTH, growth * before));
    },
  };
}

/** Gathers evidence, and trains the model on it. */
function gatherEvidence(
  estimator: AdaptiveEstimator,
  { seed, estimation, asksQueries }: Pick<AdaptiveContext, "seed" | "estimation" | "asksQueries">,
): GatheredEvidence<AdaptiveModel> {
  const { numbered, warmUp } = estimator;
  const isTimed = estimator.objective === "utility-per-second";
  const links = new GatheredLinks(numbered);
  // Times and queries depend on more than the links.
  const kept: Visit[] = [];
  let [fetched, missed] = [0, 0];
  return {
    add: (more) => {
      links.add(more);
      if (isTimed || asksQueries) for (const visit of more.visits) kept.push(visit);
      fetched += more.visits.length;
      missed += more.misses.length;
    },
    train: (need, previous) => ({
      pages: estimation.train(need, previous?.pages),
      links: fetched < warmUp ? null : trainLinks(links, fetched, { need, estimator, seed }),
      drawn: estimator.learnsFromMisses ? fetched + missed : null,
      times: isTimed ? expectedTimes(kept) : null,
      queries: asksQueries
        ? trainQueryModel(queryPhrases(need, previous?.queries?.examples), kept)
        : null,
    }),
  };
}

/** `adaptive`: scores a link by the results of similar links. */
export const adaptive = strategyModule({
  name: "adaptive",
  description: "Links by what links like them led to; pages by the user's labels (Xu 2014).",
  options: adaptiveOptions,
  create: (settings, { seed, asksQueries = false }) =>
    adaptiveStrategy(settings, {
      seed,
      asksQueries,
      estimation: learnedPages(seed),
    }),
});

/**
 * Returns the selection. β = 1 is the paper's draw; a greater β prefers the best link more
 * strongly.
 */
function selectionOf({ beta }: AdaptiveSettings): Selection {
  return beta === "greedy" ? { kind: "best" } : { kind: "proportional" };
}

interface LinkTraining {
  readonly need: Need;
  readonly estimator: AdaptiveEstimator;
  readonly seed: number;
}

function trainLinks(
  links: GatheredLinks,
  fetched: number,
  { need, estimator, seed }: LinkTraining,
): LinkEstimatorModel | null {
  const { numbered, labelPrior, delayedReward, learnsFromMisses } = estimator;
  const prior = labelPrior ? [...labelPairs(need, fetched), ...topicPairs(need, fetched)] : [];
  const pairs: readonly PackedPair[] = [
    ...links.crawled(delayedReward),
    ...(learnsFromMisses ? links.missed() : []),
    ...prior.map((pair) => ({ ...pair, packed: numbered.packAlways(pair) })),
  ];
  if (pairs.length === 0) return null;
  const packed = pairs.map((pair) => pair.packed);
  return fitLinkRows(numbered.matrix(packed), pairs, estimator, seed);
}

type CompiledLinks = Pick<
  CompiledStrategy,
  "scoreLinks" | "rescoreLink" | "rescorePacked" | "predictLink" | "explainLink" | "portableLinks"
> &
  Required<Pick<QueryAbility, "scoreResult">>;

function compileLinks(
  { links, times }: AdaptiveModel,
  settings: AdaptiveEstimator,
  seed: number,
): CompiledLinks {
  const estimator = links === null ? undefined : compileLinkEstimator(links, settings);
  const rows = links && settings.numbered.rows(links.features);
  const secondsAt = times === null ? undefined : compileTimes(times);
  const ofEstimate = ({ prediction, worth }: LinkEstimate, says = true): LinkScore => ({
    priority: settings.beta === "greedy" ? worth : worth ** settings.beta,
    group: "",
    why: says ? `Ψ ${prediction.toFixed(3)}, q ${worth.toFixed(3)}` : "",
  });
  const score = (link: LinkFacts): LinkScore => {
    if (estimator === undefined || rows === null) {
      // Every weight is 1 here, so a proportional draw is random already.
      const priority = settings.beta === "greedy" ? hashToUnit(seed, link.url) : 1;
      return { priority, group: "", why: "by chance" };
    }
    const scored = ofEstimate(estimator.estimateRow(rows.ofLink(link)));
    if (secondsAt === undefined) return scored;
    return { ...scored, priority: scored.priority / secondsAt(link.url) };
  };
  return {
    scoreLinks: ({ url: parent, title, anchors }, { utility: inherited }, _context, isDone) =>
      anchors.map(({ url, text, before, after }): ScoredLink => {
        if (isDone?.(url) === true) return unscored(url, "");
        const snippet = { anchor: text, before, after, title, inherited };
        return { url, snippet, ...score({ url, parent, snippet }) };
      }),
    rescoreLink: score,
    // The time of a fetch and chance depend on the URL, which is not packed.
    ...(estimator !== undefined &&
      rows !== null &&
      secondsAt === undefined && {
        rescorePacked: (packed: Uint8Array, start: number, says: boolean) =>
          ofEstimate(estimator.estimateRow(rows.ofPacked(packed, start)), says),
      }),
    scoreResult: ({ url, snippet }) => score({ url, parent: undefined, snippet }),
    explainLink: (link) => estimator?.explain(link) ?? [],
    portableLinks: () => {
      if (links === null) return { reason: "links are drawn by chance until more pages are known" };
      if (times !== null) return { reason: "links are also weighed by how long their hosts take" };
      return portableEstimator(links, settings);
    },
    ...(estimator === undefined
      ? {}
      : { predictLink: (link) => estimator.estimate(link).prediction }),
  };
}

/** Expected times of fetches, in seconds. */
export type VisitTimes = {
  /** Expected time of a host without any fetch. */
  readonly usual: number;
  readonly hosts: Readonly<Record<Host, number>>;
};

/** Weight of the latest time in the moving average of a host. */
const SHARE = 0.2;
/** Least expected time, in s: no host gains from being faster. */
const LEAST_SECONDS = 0.01;

/**
 * Estimates how long fetches from each host take, by a moving average. It starts at the median of
 * all times and moves a fifth of the way towards each time observed.
 */
export function expectedTimes(visits: readonly Pick<Visit, "host" | "fetchMs">[]): VisitTimes {
  const seconds = visits.map(({ fetchMs }) => fetchMs / 1000).toSorted((a, b) => a - b);
  const usual = Math.max(LEAST_SECONDS, seconds[Math.floor(seconds.length / 2)] ?? 1);
  const hosts = new Map<Host, number>();
  for (const { host, fetchMs } of visits) {
    const before = hosts.get(host) ?? usual;
    hosts.set(host, before + SHARE * (Math.max(LEAST_SECONDS, fetchMs / 1000) - before));
  }
  return { usual, hosts: Object.fromEntries(hosts) };
}

/** Compiles the expected time of a URL's fetch, in seconds, above 0. */
export function compileTimes({ usual, hosts }: VisitTimes): (url: Url) => number {
  const known = new Map(Object.entries(hosts));
  return (url) => known.get(hostOf(url)) ?? usual;
}
