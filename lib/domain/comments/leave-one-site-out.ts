import { compileKeywords } from "./keyword-matcher.ts";
import { type LabelledPage, type LearnSettings, learnKeywords } from "./learn-keywords.ts";

/**
 * What a learned list says of each page, the list learned from the pages of all other sites: pages of one
 * site share their theme, so that folds by page would let a list be tested on names it was shown. In
 * order of `pages`; `undefined` where all are of one site, and no honest validation is possible.
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
