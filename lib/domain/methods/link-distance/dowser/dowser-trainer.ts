/** The trainer of link distances for a crawl: features of links, pairs to learn from, priors of other crawls. */
import type { PageView } from "../../../page/page-view.ts";
import { learnFeatures } from "../../../stats/learner/learner.ts";
import { hashToUnit } from "../../../stats/random/random.ts";
import { foldDigits } from "../../../text/words.ts";
import type { Url } from "../../../web/url/url.ts";
import { splitCompounds } from "../../../web/url/url-words.ts";
import {
  compileLinkEstimator,
  type FeaturedPair,
  fitLinkEstimator,
  type LinkEstimatorModel,
} from "../../adaptive/link-estimator.ts";
import { linkFeatures, maskOf, textWords } from "../../adaptive/link-features.ts";
import { compileLearned } from "../../adaptive/page-estimator/learned-estimation.ts";
import type { LearnedPages } from "../../adaptive/page-estimator/page-estimator.ts";
import { crawledPairs, hubWorth, type TrainingPair } from "../../adaptive/training-pairs.ts";
import type { LinkFacts, MarkedPaths, Need, Visit } from "../../strategy.ts";
import { compileLinks, type PredictLink } from "../compile-links.ts";
import { linkDistances, type SiblingShortfalls, siblingShortfalls } from "../link-distances.ts";
import type { LinkDistanceSettings } from "../options.ts";
import type { PathTrainer } from "../path-model.ts";
import { learnLabels, type Marks, marksOf, type PageModel, trainPages } from "./page-model.ts";

/** The model trained on click paths. */
type DowserPathModel = { readonly pages: PageModel; readonly links: LinkModel };

/** The model during a crawl. */
type DowserModel = {
  /** Φ, the model that judges pages. */
  readonly pages: LearnedPages;
  /** Ψ, the model that predicts links. */
  readonly links: LinkEstimatorModel;
  /** `null` when shortfalls of siblings are not subtracted. */
  readonly shortfalls: SiblingShortfalls | null;
};

/**
 * Up to so many fetched pages, a link of the path model counts as much as a followed one. Later it
 * counts less, in proportion.
 */
const PRIOR_PAGES = 50;

/**
 * Least score of a target page, where the need names none: scores are probabilities, so a page that is
 * more probably a target than not is gathered.
 */
const GATHER_FROM = 0.5;

/** Errors do not temper predictions: the best link is drawn, however little is known of it. */
const LEARNING = { conformal: "none" } as const;

const SUFFIX = /\.\w+$/;

/** Returns the words of a text, with compounds split: `CS314` matches `cs 101` of another site. */
const wordsIn = (text: string): readonly string[] =>
  textWords(splitCompounds(text)).map(foldDigits);

const shared = linkFeatures("all", wordsIn);

const READING = { featuresOf: crawledFeatures };

/**
 * Creates the trainer that reached targets soonest on university sites in our measurements. It
 * judges targets by their words. It judges links by where similar links led, on the marked sites
 * and on this one.
 */
export function dowserTrainer(
  settings: LinkDistanceSettings,
  seed: number,
): PathTrainer<DowserPathModel, DowserModel> {
  const { selfTraining, online, siblingShortfall } = settings;
  const learnPages = learnedAnew(seed);
  return {
    learn: (marked) => {
      const marks = marksOf(marked);
      const { model: pages, worths } = trainPages(marked, marks, { selfTraining, seed });
      const pairs = priorPairs(marked, marks, (url) => worths.get(url) ?? 0);
      return { pages, links: storePairs(pairs) };
    },
    train: (trained, { visits }, need) => {
      const links = learnLinks(trained.links, online ? visits : [], seed);
      const threshold = need.threshold ?? GATHER_FROM;
      return {
        pages: { ...learnPages(trained.pages, need), threshold },
        links,
        shortfalls: siblingShortfall > 0 ? siblingShortfalls(visits, predictor(links)) : null,
      };
    },
    compile: ({ pages, links, shortfalls }) => {
      const { estimate, explain } = compileLinkEstimator(links, READING);
      return {
        assessPage: compileLearned(pages),
        ...compileLinks((link) => estimate(link).raw, shortfalls, settings),
        predictLink: (link) => estimate(link).prediction,
        explainLink: explain,
      };
    },
  };
}

function learnLinks(
  trained: LinkModel,
  visits: readonly Visit[],
  seed: number,
): LinkEstimatorModel {
  const prior = loadPairs(trained, Math.min(1, PRIOR_PAGES / Math.max(1, visits.length)));
  const followed = crawledPairs(visits, true, HUB_PAGES).map((pair) => ({
    ...pair,
    features: crawledFeatures(pair),
  }));
  return fitLinkEstimator([...prior, ...followed], LEARNING, seed);
}

function predictor(links: LinkEstimatorModel): PredictLink {
  const { estimate } = compileLinkEstimator(links, READING);
  return (link) => estimate(link).raw;
}

/**
 * Trains Φ again only when other pages are labelled: this takes longer than the rest of a training.
 */
function learnedAnew(
  seed: number,
): (trained: PageModel, need: Pick<Need, "good" | "bad">) => LearnedPages {
  const latest = new WeakMap<
    PageModel,
    { readonly print: string; readonly learned: LearnedPages }
  >();
  return (trained, need) => {
    const print = `${printOf(need.good)}\n\n${printOf(need.bad)}`;
    const known = latest.get(trained);
    if (known?.print === print) return known.learned;
    const learned = learnLabels(trained, need, seed);
    latest.set(trained, { print, learned });
    return learned;
  };
}

/** Computes a fingerprint of pages from their URL and their text. */
function printOf(pages: readonly PageView[]): string {
  return pages
    .map(({ url, title, text }) => `${url} ${hashToUnit(0, `${title}\n${text}`)}`)
    .join("\n");
}

/** The links of a training set by their features, each with its reward. */
type LinkModel = {
  readonly features: readonly string[];
  /** Pair p has the features numbered `columns[starts[p]]` … `columns[starts[p + 1] - 1]`. */
  readonly starts: readonly number[];
  readonly columns: readonly number[];
  readonly rewards: readonly number[];
};

/** A feature of one link holds for no other. */
const LEAST_SUPPORT = 2;

/** Stores the features of links that are valid for other sites. */
export function storePairs(pairs: readonly TrainingPair[]): LinkModel {
  const named = pairs.map(travellingFeatures);
  const features = learnFeatures(named, LEAST_SUPPORT);
  const columnOf = new Map(features.map((feature, column) => [feature, column]));
  const starts = [0];
  const columns: number[] = [];
  for (const own of named) {
    for (const feature of own) {
      const column = columnOf.get(feature);
      if (column !== undefined) columns.push(column);
    }
    starts.push(columns.length);
  }
  return { features, starts, columns, rewards: pairs.map(({ reward }) => reward) };
}

/** Loads the stored links, each with this weight. */
export function loadPairs(
  { features, starts, columns, rewards }: LinkModel,
  weight: number,
): FeaturedPair[] {
  return rewards.map((reward, pair) => {
    const own = columns.slice(starts[pair], starts[pair + 1]);
    return { features: own.map((column) => features[column] ?? ""), reward, weight };
  });
}

/**
 * Relevant pages behind a page that make it a hub. With half a page, a probable way to one target
 * counts as much as a certain way to many.
 */
const HUB_PAGES = 0.5;

/** Factor by which the worth of a target decays per link back along a marked path. */
const DECAY = 0.8;

/**
 * Returns the links between pages of a training set, each with its reward. The reward is the
 * greatest of three values. The first is the worth of its page. The second is that of the pages
 * behind it, 0.8 · min(1, Σ ÷ {@link HUB_PAGES}). The third is 0.8^d with d marked links from there
 * to a target. A start page has no third value, since the crawl is there already. `worthOf` a page
 * is in [0,1]. For pages that are neither targets nor siblings it matters only as what their own
 * links inherit.
 */
export function priorPairs(
  { paths, pages }: MarkedPaths,
  { targets, siblings }: Marks,
  worthOf: (page: Url) => number,
): TrainingPair[] {
  const known = new Set(pages.map(({ url }) => url));
  const distances = linkDistances(paths);
  const starts = new Set(paths.flatMap((path) => path[0] ?? []));
  const own = (url: Url) => (targets.has(url) || siblings.has(url) ? worthOf(url) : 0);
  const rewardOf = (page: PageView): number => {
    const behind = linkedFrom(page, known).reduce((sum, url) => sum + own(url), 0);
    const distance = starts.has(page.url) ? undefined : distances.get(page.url);
    const onTheWay = distance === undefined ? 0 : DECAY ** distance;
    return Math.max(own(page.url), hubWorth(behind, HUB_PAGES), onTheWay);
  };
  const rewards = new Map(pages.map((page) => [page.url, rewardOf(page)]));
  return pages.flatMap(({ url: parent, title, anchors }) => {
    const inherited = worthOf(parent);
    return anchors.flatMap(({ url, text, before, after }): TrainingPair[] => {
      const reward = url === parent ? undefined : rewards.get(url);
      if (reward === undefined) return [];
      const snippet = { anchor: text, before, after, title, inherited };
      return [{ url, parent, snippet, reward, weight: 1 }];
    });
  });
}

/** Returns the known pages that a page links to, each once. */
function linkedFrom({ url: page, anchors }: PageView, known: ReadonlySet<Url>): Url[] {
  return [...new Set(anchors.map(({ url }) => url))].filter(
    (url) => url !== page && known.has(url),
  );
}

/**
 * Returns the features of a link that are valid for other sites, too. They are all features of
 * `adaptive`, with words and numbers as they recur elsewhere, and the form of the path's ends.
 */
export function travellingFeatures(link: LinkFacts): ReadonlySet<string> {
  return new Set([...shared(link), ...endFeatures(link.url)]);
}

/**
 * Returns the features of a link in a crawl. They include its page, since the links of a list are
 * similar.
 */
export function crawledFeatures(link: LinkFacts): ReadonlySet<string> {
  const list = link.parent === undefined ? [] : [`list ${link.parent}`];
  return new Set([...shared(link), ...endFeatures(link.url), ...list]);
}

function* endFeatures(url: Url): Generator<string> {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  const [last = "", before = ""] = segments.toReversed();
  yield `segment ${maskOf(last)}`;
  yield `directory ${maskOf(before)}`;
  for (const word of wordsIn(last.replace(SUFFIX, ""))) yield `last ${word}`;
}
