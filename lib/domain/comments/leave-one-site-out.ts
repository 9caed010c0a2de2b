import { compileKeywords } from "./keyword-matcher.ts";
import { type LabelledPage, type LearnSettings, learnKeywords } from "./learn-keywords.ts";

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
