import { compileLinks } from "../../lib/domain/methods/link-distance/compile-links.ts";
import {
  type SiblingShortfalls,
  siblingShortfalls,
} from "../../lib/domain/methods/link-distance/link-distances.ts";
import type { PathTrainer } from "../../lib/domain/methods/link-distance/path-model.ts";
import type { CompiledStrategy, Evidence, Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { type Forests, forestGrower } from "./forests.ts";
import { type LabelledPageRow, loadLabelled, withLabelled } from "./model-rows.ts";
import type { PublishedLinkDistanceSettings } from "./options.ts";
import {
  forestSeed,
  type PaperPathModel,
  type PaperSpaces,
  paperPathModel,
} from "./paper-model.ts";
import { compileLinkRow, compilePageRow, linkRegressor, pageRegressor } from "./regressors.ts";

/** Least relevance of a target page, where the need names none: that of Effland's crawler. */
const GATHER_FROM = 0.85;

/** The two regressors as a crawl uses them. */
export type PaperModel = {
  readonly spaces: PaperSpaces;
  readonly forests: Forests;
  /** Least page score of a target page, in [0,1]. */
  readonly gatherFrom: number;
  /** `null` when the scores of links ignore their sibling links. */
  readonly shortfalls: SiblingShortfalls | null;
};

/**
 * Compiles Effland's crawler. One random forest predicts for each link the relevance of its page,
 * and another judges that page when it is fetched. Both are trained on marked paths, and by
 * self-training.
 */
export function paperTrainer(
  settings: PublishedLinkDistanceSettings,
  seed: number,
): PathTrainer<PaperPathModel, PaperModel> {
  return {
    learn: (marked) => paperPathModel(marked, seed, settings.selfTraining),
    train: (trained, evidence, need) => {
      const { spaces } = trained;
      const forests = forestsFor(trained, evidence, need, seed);
      const shortfalls = () =>
        siblingShortfalls(evidence.visits, linkRegressor(spaces.links, forests, 0));
      return {
        spaces,
        forests,
        gatherFrom: need.threshold ?? GATHER_FROM,
        shortfalls: settings.siblingShortfall > 0 ? shortfalls() : null,
      };
    },
    compile: (model) => compile(model, settings),
  };
}

function compile(
  { spaces, forests, gatherFrom, shortfalls }: PaperModel,
  settings: PublishedLinkDistanceSettings,
): CompiledStrategy {
  const relevanceOf = pageRegressor(spaces.pages, forests);
  const expected = linkRegressor(spaces.links, forests, 0);
  const hoped = linkRegressor(spaces.links, forests, settings.confidence);
  return {
    assessPage: (page) => {
      const utility = clamped(relevanceOf(page));
      const why = `relevance ${utility.toFixed(3)}, gathered from ${gatherFrom.toFixed(3)} on`;
      return { utility, isTarget: utility >= gatherFrom, type: undefined, why };
    },
    ...compileLinks(hoped, shortfalls, settings),
    predictLink: (link) => clamped(expected(link)),
  };
}

/**
 * Returns the forests of the trained model or, if the user has judged pages, new ones that include
 * those pages.
 */
function forestsFor(
  { spaces, rows, forests }: PaperPathModel,
  evidence: Evidence,
  need: Need,
  seed: number,
): Forests {
  const judged = judgedPages(spaces, evidence, need);
  if (judged.length === 0) return forests;
  const known = withLabelled(loadLabelled(rows), judged);
  const { pages, links } = forestGrower(known, forestSeed(seed))(known.labels);
  return { pages, links };
}

/**
 * Returns the pages that the user judged, with the links to them. Good pages are as relevant as
 * targets, bad pages have relevance 0.
 */
function judgedPages(
  spaces: PaperSpaces,
  { visits }: Evidence,
  { good, bad }: Need,
): LabelledPageRow[] {
  const pageRow = compilePageRow(spaces.pages);
  const linkRow = compileLinkRow(spaces.links);
  const visitOf = new Map(visits.map((visit) => [visit.url, visit]));
  const judged = (view: PageView, label: number): LabelledPageRow => {
    const visit = visitOf.get(view.url);
    const links = visit?.snippet === undefined ? [] : [linkRow(visit)];
    return { url: view.url, label, row: pageRow(view), links };
  };
  return [...good.map((view) => judged(view, 1)), ...bad.map((view) => judged(view, 0))];
}

/** Corrects rounding: means of numbers in [0,1] can lie slightly outside it. */
function clamped(mean: number): number {
  return Math.min(1, Math.max(0, mean));
}
