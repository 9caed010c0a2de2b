/** Which pages a crawl calls relevant: one function of a page's score and the cut. */
import type { PageVerdict } from "../page/page-record.ts";
import { otsuCut } from "../stats/cluster/clustering.ts";

/** What of a judgement decides whether its page is called. */
export interface Scored {
  /** In [0,1]. */
  readonly utility: number;
  /** What the judge itself says. */
  readonly isTarget: boolean;
  /** Least utility of a target by the judge; absent where another rule decides, which no cut replaces. */
  readonly least?: number | undefined;
}

/** What a look at all pages found of one of them, beside the verdict that its crawl decided by. */
export type LookVerdict = Scored &
  Pick<PageVerdict, "type" | "why" | "fields"> & {
    /** What a person called the page, and the judge's score of it without that. */
    readonly label?: { readonly isGood: boolean; readonly score: number } | undefined;
  };

/** Two wishes: few wrong pages, or as many pages as there seem to be relevant ones. */
export const CUT_NAMES = ["complete", "clean"] as const;
export type CutName = (typeof CUT_NAMES)[number];

/** Where the line between called pages and others is. */
export interface Cut {
  /** Least score of a called page, in [0,1]; `null` where each judge's own rule decides. */
  readonly at: number | null;
  /** What it was placed by. */
  readonly by: "asked" | "judge" | "scores" | "labels";
}

/** Each page is called as its judge says. */
export const JUDGE_DECIDES: Cut = { at: null, by: "judge" };

/** Returns whether a page is called relevant: the one place that decides it. */
export function isCalled({ utility, isTarget, least }: Scored, { at }: Pick<Cut, "at">): boolean {
  return least === undefined || at === null ? isTarget : utility >= at;
}

/** A page with what a person said of it, if anybody did. */
export interface CutPage extends Scored {
  /** Whether a person called it relevant; its utility is that of the judge without this label. */
  readonly label?: boolean | undefined;
}

/** Pages by which a distribution of scores shows. */
const LEAST_PAGES = 30;

/** Returns the pages that a cut divides: those whose score decides, labelled or not. */
function divided(pages: readonly CutPage[]): readonly CutPage[] {
  return pages.filter(({ least, label }) => least !== undefined || label !== undefined);
}

/**
 * Places the two cuts between the scores of a crawl's pages. The `complete` one is where the scores fall
 * apart best (Otsu 1979), corrected by labels; `clean` is no less than the judge's own threshold.
 * Where the scores do not fall apart, the judge's threshold is both.
 */
export function placeCuts(pages: readonly CutPage[]): Readonly<Record<CutName, Cut>> {
  const scored = divided(pages);
  const least = scored.find((page) => page.least !== undefined)?.least;
  if (least === undefined || scored.length < LEAST_PAGES)
    return { clean: JUDGE_DECIDES, complete: JUDGE_DECIDES };
  const complete = completeCut(scored, least);
  const at = Math.max(least, complete.at ?? least);
  return { complete, clean: at === complete.at ? complete : { at, by: "judge" } };
}

function completeCut(pages: readonly CutPage[], least: number): Cut {
  const at = otsuCut(pages.map(({ utility }) => utility));
  if (at === undefined) return { at: least, by: "judge" };
  return { at, by: "scores" };
}
