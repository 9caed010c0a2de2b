import type { PageView } from "../../page/page-view.ts";
import { compileLinks } from "../../strategy/link-distance/compile-links.ts";
import { type SiblingShortfalls, siblingShortfalls } from "../../strategy/link-distance/mends.ts";
import type { LinkDistanceSettings } from "../../strategy/link-distance/options.ts";
import type { Teaching } from "../../strategy/link-distance/teaching.ts";
import type { CompiledStrategy, Evidence, Need } from "../../strategy/strategy.ts";
import { type Forests, forestGrower } from "./forests.ts";
import { type LabelledPageRow, loadLabelled, withLabelled } from "./lesson-rows.ts";
import { forestSeed, type PaperLesson, type PaperSpaces, paperLesson } from "./paper-lesson.ts";
import { compileLinkRow, compilePageRow, linkRegressor, pageRegressor } from "./regressors.ts";

/** The two regressors as a crawl uses them. */
export type PaperModel = {
  readonly spaces: PaperSpaces;
  readonly forests: Forests;
  /** Least page score of a target page, in [0,1]. */
  readonly gatherFrom: number;
  /** `null` where links do not mind those beside them. */
  readonly shortfalls: SiblingShortfalls | null;
};

/**
 * Effland's crawler: a random forest predicts of each link the relevance of the page that it leads to,
 * another judges that page when it is fetched; both learn from marked paths, and go on by themselves.
 */
export function paperTeaching(
  settings: LinkDistanceSettings,
  seed: number,
): Teaching<PaperLesson, PaperModel> {
  return {
    teach: (marked) => paperLesson(marked, seed, settings.selfTraining),
    train: (lesson, evidence, need) => {
      const { spaces } = lesson;
      const forests = forestsFor(lesson, evidence, need, seed);
      const shortfalls = () =>
        siblingShortfalls(evidence.visits, linkRegressor(spaces.links, forests, 0));
      return {
        spaces,
        forests,
        gatherFrom: need.threshold ?? settings.gatherFrom,
        shortfalls: settings.siblingShortfall > 0 ? shortfalls() : null,
      };
    },
    compile: (model) => compile(model, settings),
  };
}

function compile(
  { spaces, forests, gatherFrom, shortfalls }: PaperModel,
  settings: LinkDistanceSettings,
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

/** Those of the lesson or, where the user has judged pages, new ones that know them. */
function forestsFor(
  { spaces, rows, forests }: PaperLesson,
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

/** The pages that the user calls good, as relevant as targets, and bad, of no relevance, with the links that led there. */
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

/** Means of numbers in [0,1] are there but for rounding. */
function clamped(mean: number): number {
  return Math.min(1, Math.max(0, mean));
}
