import type { Judged } from "../metrics/confusion.ts";
import type { LabelledPage, LearnSettings } from "./learn-keywords.ts";
import { learnedVerdicts } from "./leave-one-site-out.ts";

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
 * sites; they are left out when there is one site only.
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
