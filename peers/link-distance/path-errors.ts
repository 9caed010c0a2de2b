import type { MarkedPath, MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import { rowOf, type SparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../lib/domain/web/url/registrable-domain.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { meanAbsoluteError } from "../learners/prediction-error.ts";
import { forestPredictor } from "../learners/random-forest.ts";
import type { Forests } from "./forests.ts";
import type { LabelledRows } from "./model-rows.ts";
import { type PaperSpaces, prepare, rowsIn } from "./paper-model.ts";
import { firstRound, nextRound } from "./self-training.ts";
import { trainingSet } from "./training-set.ts";

/**
 * Mean absolute errors in units of relevance, in [0,1]; `undefined` when there is nothing to
 * predict.
 */
export interface ErrorsApart {
  /** Error for pages on marked paths, or links to them. */
  readonly marked: number | undefined;
  /** Error for other pages of known relevance, or links to them. */
  readonly neighbours: number | undefined;
}

/** The errors of both regressors on a site outside their training set. */
export interface RoundErrors {
  /** Number of pages with a label, marked or guessed, in the training set of the page regressor. */
  readonly trainedOn: number;
  readonly pages: ErrorsApart;
  readonly links: ErrorsApart;
}

/** The errors on a site, round by round as self-training goes on with the others. */
export interface SiteErrors {
  /** Registrable domain of the start pages. */
  readonly site: string;
  readonly rounds: readonly RoundErrors[];
}

/** Settings of the measurement. */
export interface ErrorSettings {
  readonly seed: number;
  /** Most rounds, ≥ 1; without it until every page has a label, whether the errors fall or not. */
  readonly mostRounds?: number;
  /**
   * Relevance of pages that are on no path, in [0,1], as far as it is known; never used for
   * training.
   */
  readonly truth?: ReadonlyMap<Url, number>;
}

/**
 * Returns mean absolute errors of the regressors by leaving out one site after the other (Effland,
 * training results). Regressors trained on the paths of all other sites predict the site's pages
 * and links. With fewer than two sites there are no errors.
 */
export function pathErrors(marked: MarkedPaths, settings: ErrorSettings): SiteErrors[] {
  const parts = partBySite(marked);
  if (parts.length < 2) return [];
  return parts.map((part) => ({ site: part.site, rounds: siteErrors(part, settings) }));
}

function siteErrors(
  { own, others }: SitePart,
  { seed, mostRounds = Number.POSITIVE_INFINITY, truth }: ErrorSettings,
): RoundErrors[] {
  const { spaces, training } = prepare(others, seed);
  const predict = errorsOf(own, spaces, truth ?? new Map());
  const errors: RoundErrors[] = [];
  let round = firstRound(training);
  for (;;) {
    const trainedOn = round.labels.reduce((sum, label) => sum + (Number.isNaN(label) ? 0 : 1), 0);
    errors.push({ trainedOn, ...predict(round.forests) });
    const next = errors.length < mostRounds ? nextRound(training, round) : undefined;
    if (next === undefined) return errors;
    round = next;
  }
}

/** Compiles the pages of a site to a function from forests to their errors on them. */
function errorsOf(
  site: MarkedPaths,
  spaces: PaperSpaces,
  truth: ReadonlyMap<Url, number>,
): (forests: Forests) => Pick<RoundErrors, "pages" | "links"> {
  const rows = rowsIn(spaces, trainingSet(site));
  const onPaths = rows.labels;
  const beside = onPaths.map((label, page) =>
    Number.isNaN(label) ? trueRelevance(rows, page, truth) : Number.NaN,
  );
  const ofLinks = (labels: Float64Array) =>
    Float64Array.from(rows.leadsTo, (page) => labels[page] ?? Number.NaN);
  const errorsOn = (x: SparseRows, forest: Forests["pages"], labels: readonly Float64Array[]) => {
    const predict = forestPredictor(forest);
    const predictions = Float64Array.from(labels[0] ?? [], (_, row) => predict(rowOf(x, row)));
    const [ofMarked, ofNeighbours] = labels.map((known) => errorOn(predictions, known));
    return { marked: ofMarked, neighbours: ofNeighbours };
  };
  return ({ pages, links }) => ({
    pages: errorsOn(rows.pages, pages, [onPaths, beside]),
    links: errorsOn(rows.links, links, [ofLinks(onPaths), ofLinks(beside)]),
  });
}

function trueRelevance(
  { urls }: LabelledRows,
  page: number,
  truth: ReadonlyMap<Url, number>,
): number {
  const [relevance] = urls.slice(page, page + 1).map((url) => truth.get(url));
  return relevance ?? Number.NaN;
}

/** Returns the error over the rows that have a label. */
function errorOn(predictions: Float64Array, labels: Float64Array): number | undefined {
  const isKnown = labels.map((label) => (Number.isNaN(label) ? 0 : 1));
  const known = labels.map((label) => (Number.isNaN(label) ? 0 : label));
  return meanAbsoluteError(predictions, known, isKnown);
}

/** The paths of a site with their pages and neighbours, and those of all other sites. */
export interface SitePart {
  /** Registrable domain of the start pages. */
  readonly site: string;
  readonly own: MarkedPaths;
  readonly others: MarkedPaths;
}

/**
 * Separates the marked paths of each site of a start page from those of all other sites. A site has
 * the pages of its domain, of its paths, and those linked from these. A page shared by two sites is
 * in no `others` of either.
 */
export function partBySite(marked: MarkedPaths): SitePart[] {
  return [...new Set(marked.paths.map(siteOf))].map((site) => partBy(marked, site));
}

function partBy({ paths, pages }: MarkedPaths, site: string): SitePart {
  const ownPaths = paths.filter((path) => siteOf(path) === site);
  const onPaths = new Set(ownPaths.flat());
  const linked = new Set(
    pages
      .filter(({ url }) => onPaths.has(url))
      .flatMap(({ anchors }) => anchors.map(({ url }) => url)),
  );
  const isOwn = (url: Url) => onPaths.has(url) || linked.has(url) || domainOf(url) === site;
  return {
    site,
    own: { paths: ownPaths, pages: pages.filter(({ url }) => isOwn(url)) },
    others: {
      paths: paths.filter((path) => siteOf(path) !== site),
      pages: pages.filter(({ url }) => !isOwn(url)),
    },
  };
}

function siteOf([start]: MarkedPath): string {
  return start === undefined ? "" : domainOf(start);
}

function domainOf(url: Url): string {
  return registrableDomain(hostOf(url));
}
