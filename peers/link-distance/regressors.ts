import type { PredictLink } from "../../lib/domain/methods/link-distance/compile-links.ts";
import type { LinkFacts } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { SparseVector } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { forestPredictor, treePredictors } from "../learners/random-forest.ts";
import type { Forests } from "./forests.ts";
import { compileLinkSpace, type LinkSpace, linkTerms } from "./link-terms.ts";
import { compilePageSpace, type PageSpace, pageTerms } from "./page-features.ts";

/** Compiles a page space to a function from new pages to their rows. */
export function compilePageRow(space: PageSpace): (page: PageView) => SparseVector {
  const { vectorOf } = compilePageSpace(space);
  return (page) => vectorOf(pageTerms(page));
}

/**
 * Compiles a link space to a function from new links to their rows; only the URL is known for a
 * link without a page.
 */
export function compileLinkRow(space: LinkSpace): (link: LinkFacts) => SparseVector {
  const { vectorOf } = compileLinkSpace(space);
  return ({ url, parent, snippet }) => vectorOf(linkTerms(url, parent, snippet?.anchor ?? ""));
}

/** Compiles the page regressor: the relevance of a page, in [0,1] up to rounding. */
export function pageRegressor(
  space: PageSpace,
  { pages }: Pick<Forests, "pages">,
): (page: PageView) => number {
  const rowOf = compilePageRow(space);
  const predict = forestPredictor(pages);
  return (page) => predict(rowOf(page));
}

/**
 * Compiles the link regressor: the relevance of a link's page plus `confidence` times the standard
 * deviation of the trees. This upper bound favours links on which the trees disagree, since
 * fetching them gives information.
 */
export function linkRegressor(
  space: LinkSpace,
  { links }: Pick<Forests, "links">,
  confidence: number,
): PredictLink {
  const rowOf = compileLinkRow(space);
  const trees = treePredictors(links);
  return (link) => {
    const row = rowOf(link);
    return upperBound(
      trees.map((tree) => tree(row)),
      confidence,
    );
  };
}

function upperBound(predictions: readonly number[], confidence: number): number {
  const mean = meanOf(predictions);
  const variance = meanOf(predictions.map((prediction) => (prediction - mean) ** 2));
  return mean + confidence * Math.sqrt(variance);
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
