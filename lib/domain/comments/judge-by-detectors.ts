import type { Judged } from "../metrics/confusion.ts";
import type { LabelledPage, LearnSettings } from "./learn-keywords.ts";
import { learnedVerdicts } from "./leave-one-site-out.ts";

/** A labelled page with what the detectors that learn nothing say of it. */
export interface JudgedPage extends LabelledPage {
  /** By the default keywords. */
  readonly byDefault: boolean;
  readonly byStructure: boolean;
}

/** What one detector said of every page, in order of the pages. */
export interface DetectorVerdicts {
  readonly name: string;
  readonly cases: readonly Judged[];
}

/**
 * The verdicts of every detector: keywords learned from the other sites (left out where there is one site
 * only), those and the default ones together, the default ones, structure, and default keywords or
 * structure.
 */
export function judgeByDetectors(
  pages: readonly JudgedPage[],
  settings: LearnSettings,
): DetectorVerdicts[] {
  const learned = learnedVerdicts(pages, settings);
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
            return byLearned(index) || page.byDefault;
          }),
        ]),
    verdicts("keywords, default", ({ byDefault }) => byDefault),
    verdicts("structure", ({ byStructure }) => byStructure),
    verdicts("both", ({ byDefault, byStructure }) => byDefault || byStructure),
  ];
}
