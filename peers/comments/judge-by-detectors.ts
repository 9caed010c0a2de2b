import {
  compileKeywords,
  DEFAULT_KEYWORDS,
} from "../../lib/domain/page/comments/keyword-matcher.ts";
import type { Judged } from "../learners/confusion.ts";
import { type LabelledPage, type LearnSettings, learnKeywords } from "./learn-keywords.ts";

/** A labelled page with the verdicts of the detectors that learn nothing. */
export interface JudgedPage extends LabelledPage {
  /** By the default keywords. */
  readonly byDefault: boolean;
  readonly byStructure: boolean;
}

/** The verdict of one detector on every page, in order of the pages. */
export interface DetectorVerdicts {
  readonly name: string;
  readonly cases: readonly Judged[];
}

/**
 * Returns the verdicts of every detector: learned keywords, learned and default keywords, default
 * keywords, structure, and default keywords or structure. Learned keywords come from the other
 * sites; they are left out when there is one site only. Together with the default list, only
 * what that list leaves is learned.
 */
export function judgeByDetectors(
  pages: readonly JudgedPage[],
  settings: LearnSettings,
): DetectorVerdicts[] {
  const learned = learnedVerdicts(pages, settings);
  const added = learnedVerdicts(pages, { ...settings, known: DEFAULT_KEYWORDS });
  const verdicts = (
    name: string,
    said: (page: JudgedPage, index: number) => boolean,
  ): DetectorVerdicts => ({
    name,
    cases: pages.map((page, index) => ({ actual: page.isComment, said: said(page, index) })),
  });
  const byLearned = (index: number): boolean => learned?.[index] === true;
  return [
    ...(learned === undefined
      ? []
      : [
          verdicts("keywords, learned", (_page, index) => byLearned(index)),
          verdicts("keywords, learned and default", (page, index) => {
            return added?.[index] === true || page.byDefault;
          }),
        ]),
    verdicts("keywords, default", ({ byDefault }) => byDefault),
    verdicts("structure", ({ byStructure }) => byStructure),
    verdicts("both", ({ byDefault, byStructure }) => byDefault || byStructure),
  ];
}

/**
 * Returns the verdict of a learned list on each page, in order of `pages`. The list is learned from
 * the pages of all other sites. Pages of one site share their theme, so folds by page would test a
 * list on names from its training. It returns `undefined` when all pages are of one site, since no
 * honest validation is possible then.
 */
export function learnedVerdicts(
  pages: readonly LabelledPage[],
  settings: LearnSettings,
): boolean[] | undefined {
  const sites = new Set(pages.map(({ site }) => site));
  if (sites.size < 2) return undefined;
  const matchers = new Map(
    [...sites].map((site) => {
      const learned = learnKeywords(
        pages.filter((page) => page.site !== site),
        settings,
      );
      return [site, compileKeywords(learned.map(({ keyword }) => keyword))];
    }),
  );
  return pages.map(
    ({ site, classNames }) => matchers.get(site)?.inClasses(classNames) !== undefined,
  );
}
