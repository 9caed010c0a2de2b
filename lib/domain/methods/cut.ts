/** Which pages a crawl calls relevant: one function of a page's score and the cut. */

import type { PageVerdict } from "../page/page-record.ts";
import { otsuCut } from "../stats/cluster/clustering.ts";
import type { CUT_NAMES } from "./label-need.ts";

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

/** The name of one of the two cuts. */
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

/** Returns what a cut is placed by, of a page that a look judged. */
export function cutPageOf({ utility, isTarget, least, label }: LookVerdict): CutPage {
  if (label === undefined) return { utility, isTarget, least };
  return { utility: label.score, isTarget, label: label.isGood };
}

/** A page with what a person said of it, if anybody did. */
export interface CutPage extends Scored {
  /** Whether a person called it relevant; its utility is that of the judge without this label. */
  readonly label?: boolean | undefined;
}

/** Pages by which a distribution of scores shows. */
const LEAST_PAGES = 30;

/**
 * Share of the judge's own threshold that the best page must have: where none has it, the scores of a crawl
 * without a relevant page would fall apart as well.
 */
const LEAST_BEST = 2 / 3;

/** Returns whether a page is scored so high that there may be relevant ones. */
export function isWorthACut(utility: number, least: number): boolean {
  return utility >= LEAST_BEST * least;
}

/**
 * Places the two cuts between the scores of a crawl's pages. The `complete` one is where the scores fall
 * apart best (Otsu 1979), corrected by labels. It is never above the judge's own threshold, since where nearly
 * all pages are relevant, their scores fall apart, too. `clean` is where the scores of those called fall apart.
 * Where they do not, the judge's rule is both; where the user names a least score (`need.threshold`), that is both.
 */
export function placeCuts(
  pages: readonly CutPage[],
  asked?: number,
): Readonly<Record<CutName, Cut>> {
  if (asked !== undefined) {
    const cut: Cut = { at: asked, by: "asked" };
    return { clean: cut, complete: cut };
  }
  const scored = pages.filter(({ least, label }) => least !== undefined || label !== undefined);
  const least = scored.find((page) => page.least !== undefined)?.least;
  const scores = scored.map(({ utility }) => utility).toSorted((a, b) => b - a);
  const at = otsuCut(scores);
  if (least === undefined || at === undefined || scores.length < LEAST_PAGES)
    return { clean: JUDGE_DECIDES, complete: JUDGE_DECIDES };
  if (!isWorthACut(scores[0] ?? 0, least)) return { clean: JUDGE_DECIDES, complete: JUDGE_DECIDES };
  const byScores: Cut = { at: Math.min(at, least), by: "scores" };
  const complete = correctedByLabels(scored, scores, byScores.at ?? least) ?? byScores;
  const floor = complete.at ?? least;
  const called = scores.filter((score) => score >= floor);
  const upper = called.length < LEAST_PAGES ? undefined : otsuCut(called);
  return { complete, clean: { at: Math.max(floor, upper ?? least), by: "scores" } };
}

/** Labels of one class that say something of a share. */
const LEAST_LABELS = 3;

/** How many labels the scores alone count as in each stratum. */
const PRIOR_LABELS = 4;

/** Parts that the pages on either side of the cut are divided into, by score. */
const PARTS = 3;

/**
 * Moves a cut to where as many pages are called as labels say there are. Labels come from queues, and those of
 * uncertain pages are no sample: each counts for the pages of a like score alone.
 */
function correctedByLabels(
  pages: readonly CutPage[],
  scores: readonly number[],
  at: number,
): Cut | undefined {
  const labels = pages.flatMap(({ utility, label }) =>
    label === undefined ? [] : [{ utility, label }],
  );
  const good = labels.filter(({ label }) => label).length;
  if (Math.min(good, labels.length - good) < LEAST_LABELS) return undefined;
  const called = scores.filter((score) => score >= at);
  const strata = [...inParts(called, 1), ...inParts(scores.slice(called.length), 0)];
  let relevant = 0;
  for (const { most, least, size, prior } of strata) {
    const own = labels.filter(({ utility }) => utility <= most && utility >= least);
    const right = own.filter(({ label }) => label).length;
    relevant += (size * (right + PRIOR_LABELS * prior)) / (own.length + PRIOR_LABELS);
  }
  const count = Math.max(1, Math.round(relevant));
  const [last = at, next = 0] = [scores[count - 1], scores[count]];
  return { at: (last + next) / 2, by: "labels" };
}

function inParts(sorted: readonly number[], prior: 0 | 1) {
  const size = Math.ceil(sorted.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => sorted.slice(part * size, (part + 1) * size))
    .filter(({ length }) => length > 0)
    .map((part) => ({ most: part[0] ?? 0, least: part.at(-1) ?? 0, size: part.length, prior }));
}
