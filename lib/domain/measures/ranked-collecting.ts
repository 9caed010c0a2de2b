/** When a crawl found its targets, beside how many there are and how many pages it might fetch. */
export interface Collected {
  /** Positions of the targets in order of fetching, from 1, ascending, each at most the budget. */
  readonly found: readonly number[];
  /** Known targets, found or not; at least the number found. */
  readonly known: number;
  /** Pages that the crawl might fetch, from 1. */
  readonly budget: number;
}

/**
 * Returns the area under the harvest curve: the sum, over all numbers of pages up to the budget, of
 * the targets among so many. A crawl that ended before keeps what it had.
 */
export function areaUnder({ found, budget }: Omit<Collected, "known">): number {
  return found.reduce((sum, position) => sum + budget - position + 1, 0);
}

/**
 * Returns the normalised loss, in [0,1]: 1 − the area ÷ that of an order that begins with all
 * targets. 0 is that order, 1 finds nothing. ASReview's loss also subtracts the worst order, which a
 * budget has no room for. Not a number without a known target.
 */
export function normalisedLoss({ found, known, budget }: Collected): number {
  const first = Array.from({ length: Math.min(known, budget) }, (_, at) => at + 1);
  return 1 - areaUnder({ found, budget }) / areaUnder({ found: first, budget });
}

/**
 * Returns the mean number of pages until a target is found (average time to discovery, ATD). One
 * that is never found counts as the budget + 1. Not a number without a known target.
 */
export function meanPagesToTarget({ found, known, budget }: Collected): number {
  const sum = found.reduce((pages, position) => pages + position, 0);
  return (sum + (known - found.length) * (budget + 1)) / known;
}

/** Returns the pages until this share of the known targets is found; `undefined` if never. */
export function pagesToRecall(
  { found, known }: Omit<Collected, "budget">,
  share: number,
): number | undefined {
  return found[Math.ceil(share * known) - 1];
}

/** Returns the share of the known targets among the first pages (recall at k), in [0,1]. */
export function recallWithin({ found, known }: Omit<Collected, "budget">, pages: number): number {
  return found.filter((position) => position <= pages).length / known;
}

/**
 * Returns the work saved over sampling at a recall (WSS@R, Cohen et al. 2006): the share of a web
 * of `webPages` that need not be fetched to reach the recall, less the share 1 − R that chance would
 * save. `undefined` where the recall is never reached.
 */
export function workSaved(
  collected: Omit<Collected, "budget">,
  recall: number,
  webPages: number,
): number | undefined {
  const pages = pagesToRecall(collected, recall);
  return pages === undefined ? undefined : (webPages - pages) / webPages - (1 - recall);
}

/**
 * Returns the extra relevant found (ERF, Ferdinands et al. 2020): recall after a share of a web of
 * `webPages`, less the share itself, which chance would find.
 */
export function extraRelevantFound(
  collected: Omit<Collected, "budget">,
  share: number,
  webPages: number,
): number {
  return recallWithin(collected, Math.round(share * webPages)) - share;
}

/** Recalls at which the pages needed are counted. */
export const RECALLS = [0.5, 0.8, 0.95] as const;

/** How soon the targets of a crawl were found; `undefined` what it never reached, or cannot be known. */
export interface RankedFigures {
  readonly normalisedLoss: number;
  /** ATD. */
  readonly meanPagesToTarget: number;
  /** Recall within a quarter of the budget, and within all of it, in [0,1]. */
  readonly recallSoon: number;
  readonly recall: number;
  /** Pages until each of {@link RECALLS}. */
  readonly pagesToRecall: readonly (number | undefined)[];
  /** WSS@95, and ERF@10. */
  readonly workSaved: number | undefined;
  readonly extraRelevantFound: number | undefined;
}

/** Returns all figures of a crawl of a web of `webPages`, which may not be known. */
export function rankedFigures(collected: Collected, webPages: number | undefined): RankedFigures {
  const { budget } = collected;
  return {
    normalisedLoss: normalisedLoss(collected),
    meanPagesToTarget: meanPagesToTarget(collected),
    recallSoon: recallWithin(collected, Math.round(budget / 4)),
    recall: recallWithin(collected, budget),
    pagesToRecall: RECALLS.map((share) => pagesToRecall(collected, share)),
    workSaved: webPages === undefined ? undefined : workSaved(collected, 0.95, webPages),
    extraRelevantFound:
      webPages === undefined ? undefined : extraRelevantFound(collected, 0.1, webPages),
  };
}
