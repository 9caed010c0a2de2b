import type { OrderedWeb } from "./ordered-web.ts";

/** A rule of thumb that needs nothing but the verdicts so far, with the settings that are tried. */
export interface Heuristic {
  readonly name: string;
  readonly settings: readonly number[];
  /** Returns how many pages are fetched. `relevant` has the number of relevant ones among the first n. */
  readonly stop: (relevant: readonly number[], setting: number) => number;
}

/** Least pages of a crawl before a rule of thumb may end it. */
const LEAST = 50;

/** Ends after so many irrelevant pages in a row. */
const IN_A_ROW: Heuristic = {
  name: "n irrelevant pages in a row",
  settings: [10, 20, 50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000],
  stop: (relevant, setting) =>
    firstFrom(relevant, (n) => n >= setting && at(relevant, n) === at(relevant, n - setting)),
};

/**
 * Ends where the curve of relevant pages has a knee: before it it rises so many times as steeply as behind
 * it (Cormack & Lynam, SIGIR 2016, whose ratio is 6 and more).
 */
const KNEE: Heuristic = {
  name: "knee of the curve, by its ratio of slopes",
  settings: [2, 3, 4, 6, 8, 10, 15, 20, 30, 50, 100, 200],
  stop: (relevant, setting) =>
    firstFrom(relevant, (n) => n % STEP === 0 && slopeRatio(relevant, n) >= setting),
};

/** Pages between two looks for a knee. */
const STEP = 10;

/** Ends when the last tenth of the pages brought less than this share of the relevant ones. */
const SATURATION: Heuristic = {
  name: "saturation: share of the last tenth of the pages",
  settings: [0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001],
  stop: (relevant, setting) =>
    firstFrom(relevant, (n) => {
      const found = at(relevant, n);
      return found > 0 && found - at(relevant, Math.floor(0.9 * n)) < setting * found;
    }),
};

export const HEURISTICS: readonly Heuristic[] = [IN_A_ROW, KNEE, SATURATION];

/** What a rule of thumb comes to on one crawl. */
export interface Stopped {
  readonly pages: number;
  /** Of the relevant pages among those discovered by then. */
  readonly recall: number;
}

/** Ends a recorded crawl by a rule of thumb. */
export function stopBy(web: OrderedWeb, heuristic: Heuristic, setting: number): Stopped {
  const { relevant, discovered } = curvesOf(web);
  const pages = heuristic.stop(relevant, setting);
  const of = at(discovered, pages);
  return { pages, recall: of === 0 ? 1 : at(relevant, pages) / of };
}

/** Returns the fewest pages of a recorded crawl after which it has this recall of the web. */
export function fewestPages(web: OrderedWeb, recall: number): number {
  const { relevant } = curvesOf(web);
  return relevant.findIndex((found) => found >= recall * (relevant.at(-1) ?? 0));
}

const curves = new WeakMap<OrderedWeb, Curves>();

/** Relevant pages among the first n, and among those discovered by then. */
interface Curves {
  readonly relevant: readonly number[];
  readonly discovered: readonly number[];
}

function curvesOf(web: OrderedWeb): Curves {
  const known = curves.get(web) ?? readCurves(web);
  curves.set(web, known);
  return known;
}

function readCurves({ links, isRelevant, seeds }: OrderedWeb): Curves {
  const seen = new Set(Array.from({ length: seeds }, (_, page) => page));
  const [relevant, discovered] = [[0], [0]];
  for (const [page, targets] of links.entries()) {
    let more = 0;
    for (const target of targets) {
      if (seen.has(target)) continue;
      seen.add(target);
      more += Number(isRelevant[target]);
    }
    relevant.push(at(relevant, page) + Number(isRelevant[page]));
    discovered.push(at(discovered, page) + more);
  }
  return { relevant, discovered };
}

function firstFrom(relevant: readonly number[], isEnd: (pages: number) => boolean): number {
  for (let pages = LEAST; pages < relevant.length; pages += 1) if (isEnd(pages)) return pages;
  return relevant.length - 1;
}

/** Returns the greatest ratio of the slopes before and behind a point of the curve. */
function slopeRatio(relevant: readonly number[], pages: number): number {
  const found = at(relevant, pages);
  let [knee, farthest] = [0, 0];
  for (let n = 1; n < pages; n += 1) {
    const distance = at(relevant, n) - (found * n) / pages;
    if (distance > farthest) [knee, farthest] = [n, distance];
  }
  if (knee === 0) return 0;
  const before = at(relevant, knee) / knee;
  // One is added so that a flat end has a slope.
  const behind = (1 + found - at(relevant, knee)) / (pages - knee);
  return before / behind;
}

function at(curve: readonly number[], pages: number): number {
  return curve[pages] ?? 0;
}
