import type { PageView } from "../../page/page-view.ts";
import { sparseRows } from "../../vector/sparse-rows.ts";
import { type LayeredPage } from "./layered-pages.ts";
import { compileNaiveBayes, fitNaiveBayes, type NaiveBayesModel } from "./naive-bayes.ts";
import { compileWordSpace, learnWordSpace, type WordSpace, wordCounts } from "./word-space.ts";

/** The trained classifier of layers. */
export type LayerModel = {
  readonly space: WordSpace;
  /** The layers that have pages, one per class, ascending. */
  readonly layers: readonly number[];
  readonly classes: NaiveBayesModel;
};

/** The layer of a page, as predicted by its words. */
export interface PageLayer {
  /** The most probable layer; of equally probable ones the nearest to a target. */
  readonly layer: number;
  /** Its probability, in [0,1]; 0 for a model trained without pages. */
  readonly probability: number;
  /** Probability of layer 0, in [0,1]. */
  readonly ofTargets: number;
}

/**
 * Trains naive Bayes on the words of the layers' pages; `corpus`, which contains these pages, shows
 * which words are rare. All layers are assumed to be equally probable: the user's paths do not show
 * how many pages of each a site has.
 */
export function trainLayers(
  pages: readonly LayeredPage[],
  corpus: readonly PageView[],
): LayerModel {
  const counts = new Map(corpus.map((view) => [view, wordCounts(view)]));
  const countsOf = ({ view }: LayeredPage) => counts.get(view) ?? wordCounts(view);
  const space = learnWordSpace(pages.map(countsOf), [...counts.values()]);
  const vectorOf = compileWordSpace(space);
  const layers = [...new Set(pages.map(({ layer }) => layer))].toSorted((a, b) => a - b);
  const rows = sparseRows(
    pages.map((page) => vectorOf(countsOf(page))),
    space.words.length,
  );
  const classes = fitNaiveBayes({
    x: rows,
    classes: pages.map(({ layer }) => layers.indexOf(layer)),
    priors: layers.map(() => 1 / layers.length),
  });
  return { space, layers, classes };
}

/** Compiles a model to a function from pages to their layers. */
export function compileLayers({
  space,
  layers,
  classes,
}: LayerModel): (page: PageView) => PageLayer {
  const vectorOf = compileWordSpace(space);
  const posteriors = compileNaiveBayes(classes);
  return (page) => {
    const found = posteriors(vectorOf(wordCounts(page)));
    const probability = Math.max(0, ...found);
    const layer = layers[found.indexOf(probability)] ?? 0;
    return { layer, probability, ofTargets: found[layers.indexOf(0)] ?? 0 };
  };
}
