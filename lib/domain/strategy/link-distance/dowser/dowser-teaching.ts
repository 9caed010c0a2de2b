import { hashToUnit } from "../../../chance/hash-to-unit.ts";
import type { PageView } from "../../../page/page-view.ts";
import {
  compileLinkEstimator,
  fitLinkEstimator,
  type LinkEstimatorModel,
} from "../../adaptive/link-estimator.ts";
import { compileLearned } from "../../adaptive/page-estimator/learned-estimation.ts";
import type { LearnedPages } from "../../adaptive/page-estimator/page-estimator.ts";
import { crawledPairs } from "../../adaptive/training-pairs.ts";
import type { Need, Visit } from "../../strategy.ts";
import { compileLinks, type PredictLink } from "../compile-links.ts";
import { type SiblingShortfalls, siblingShortfalls } from "../mends.ts";
import type { LinkDistanceSettings } from "../options.ts";
import type { PathTrainer } from "../teaching.ts";
import { crawledFeatures } from "./link-features.ts";
import { type LinkModel, loadPairs, storePairs } from "./link-lesson.ts";
import { marksOf } from "./page-labels.ts";
import { learnLabels, type PageModel, trainPages } from "./page-lesson.ts";
import { HUB_PAGES, priorPairs } from "./prior-pairs.ts";

/** What click paths taught. */
export type DowserPathModel = { readonly pages: PageModel; readonly links: LinkModel };

/** What is known in a crawl. */
export type DowserModel = {
  /** Φ. */
  readonly pages: LearnedPages;
  /** Ψ. */
  readonly links: LinkEstimatorModel;
  /** `null` where siblings do not pay for each other. */
  readonly shortfalls: SiblingShortfalls | null;
};

/** Pages fetched up to which a link of the lesson counts as much as one that was followed; later less, in proportion. */
const PRIOR_PAGES = 50;

/** No error tempers a prediction: the best link is taken, whatever is known of it. */
const LEARNING = { linkLearner: "ridge-regression", conformal: "none" } as const;

const READING = { featuresOf: crawledFeatures };

/**
 * What we found to come to targets soonest on sites of universities: targets are judged by their words,
 * links by where links like them led, on the marked sites and on this one.
 */
export function dowserTrainer(
  settings: LinkDistanceSettings,
  seed: number,
): PathTrainer<DowserPathModel, DowserModel> {
  const { gatherFrom, selfTraining, online, siblingShortfall } = settings;
  const learnPages = learnedAnew(seed);
  return {
    teach: (marked) => {
      const marks = marksOf(marked);
      const { lesson: pages, worths } = trainPages(marked, marks, { selfTraining, seed });
      const pairs = priorPairs(marked, marks, (url) => worths.get(url) ?? 0);
      return { pages, links: storePairs(pairs) };
    },
    train: (lesson, { visits }, need) => {
      const links = learnLinks(lesson.links, online ? visits : [], seed);
      const threshold = need.threshold ?? gatherFrom;
      return {
        pages: { ...learnPages(lesson.pages, need), threshold },
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

function learnLinks(lesson: LinkModel, visits: readonly Visit[], seed: number): LinkEstimatorModel {
  const prior = loadPairs(lesson, Math.min(1, PRIOR_PAGES / Math.max(1, visits.length)));
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

/** Φ is learned anew only when other pages are labelled: that takes longer than all else of a training. */
function learnedAnew(
  seed: number,
): (lesson: PageModel, need: Pick<Need, "good" | "bad">) => LearnedPages {
  const latest = new WeakMap<
    PageModel,
    { readonly print: string; readonly learned: LearnedPages }
  >();
  return (lesson, need) => {
    const print = `${printOf(need.good)}\n\n${printOf(need.bad)}`;
    const known = latest.get(lesson);
    if (known?.print === print) return known.learned;
    const learned = learnLabels(lesson, need, seed);
    latest.set(lesson, { print, learned });
    return learned;
  };
}

/** Tells pages apart by their URL and their text. */
function printOf(pages: readonly PageView[]): string {
  return pages
    .map(({ url, title, text }) => `${url} ${hashToUnit(0, `${title}\n${text}`)}`)
    .join("\n");
}
