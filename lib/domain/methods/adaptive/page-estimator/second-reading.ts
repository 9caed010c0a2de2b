/** A second reading of pages: what those that a first judge scores alike have in common. */
import type { PageView } from "../../../page/page-view.ts";
import { otsuCut } from "../../../stats/cluster/clustering.ts";
import { fitPlattScaling, plattProbability } from "../../../stats/learner/platt-scaling.ts";
import type { Url } from "../../../web/url/url.ts";
import { outOfFoldPages, PAGE_LEARNER, samplesOf } from "./page-estimator.ts";
import { compileTermSpace, learnTermSpace } from "./term-space.ts";

/** A page of a sample, as a first judge scored it. */
export interface FirstReading {
  readonly view: PageView;
  /** In [0,1]; a person's label where there is one. */
  readonly utility: number;
}

/** Least pages on either side of the first judge's cut: fewer show nothing in common. */
const LEAST_ALIKE = 10;

/**
 * Learns from the scores of a first judge on a sample (self-training, Scudder 1965), and returns the second
 * score of a page, in [0,1]. A page of the sample is scored by what the others have in common with it, never by its own first score.
 * Returns `undefined` where either side of the first judge's cut has too few pages.
 */
export function readingAgain(
  sample: readonly FirstReading[],
  seed: number,
): ((page: PageView) => number) | undefined {
  const cut = otsuCut(sample.map(({ utility }) => utility));
  if (cut === undefined) return undefined;
  const labelled = sample.map(({ view, utility }) => ({ view, label: utility }));
  const good = sample.filter(({ utility }) => utility >= cut).length;
  if (Math.min(good, sample.length - good) < LEAST_ALIKE) return undefined;
  const views = sample.map(({ view }) => view);
  const space = compileTermSpace(learnTermSpace(views, views));
  const samples = samplesOf(space, labelled);
  const settings = { threshold: cut, seed };
  const outOfFold = outOfFoldPages(samples, settings);
  const platt = fitPlattScaling(outOfFold, (row) => (samples.y[row] ?? 0) >= cut);
  if (platt.slope >= 0) return undefined;
  const predict = PAGE_LEARNER.compile(PAGE_LEARNER.fit(samples));
  const known = new Map<Url, number>(views.map(({ url }, row) => [url, outOfFold[row] ?? 0]));
  return (page) => plattProbability(platt, known.get(page.url) ?? predict(space.vectorOf(page)));
}
