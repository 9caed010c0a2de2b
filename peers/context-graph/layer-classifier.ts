import { textWords } from "../../lib/domain/methods/adaptive/link-features.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { type SparseVector, sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { countSupports, type TermCounts } from "../../lib/domain/text/term-vector.ts";
import { countTerms } from "../learners/term-counts.ts";
import type { LayeredPage } from "./layered-pages.ts";
import { compileNaiveBayes, fitNaiveBayes, type NaiveBayesModel } from "./naive-bayes.ts";

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

/** The words that distinguish pages. */
type WordSpace = {
  /** Column n is the word n, in code-unit order. */
  readonly words: readonly string[];
  /** Inverse document frequency of each, in (0, ∞). */
  readonly rarities: readonly number[];
};

/**
 * Words of a page that count: those with the greatest tf-idf, as many as in Diligenti et al. 2000.
 */
const WORDS_OF_A_PAGE = 40;

/**
 * Counts the stems of a page, in its title and in all its displayed text; stop words are left out.
 */
export function wordCounts({ title, text }: PageView): TermCounts {
  return countTerms([textWords(title), textWords(text)]);
}

/**
 * Learns the words with the greatest tf-idf on each of these pages. The formula is tf · ln(N ÷
 * pages with the word) among the N pages of the corpus, which contains these pages. A word on all
 * pages distinguishes none of them.
 */
export function learnWordSpace(
  pages: readonly TermCounts[],
  corpus: readonly TermCounts[],
): WordSpace {
  const supports = new Map<string, number>();
  for (const counts of corpus) countSupports(supports, counts);
  const rarityOf = (word: string) => Math.log(corpus.length / (supports.get(word) ?? 1));
  const words = [...new Set(pages.flatMap((counts) => bestWords(counts, rarityOf)))].toSorted();
  return { words, rarities: words.map(rarityOf) };
}

/**
 * Compiles a space to a function that returns how often a page has each word of the space that is
 * among its best by tf-idf.
 */
export function compileWordSpace({
  words,
  rarities,
}: WordSpace): (counts: TermCounts) => SparseVector {
  const columnOf = new Map(words.map((word, column) => [word, column]));
  const rarityOf = (word: string) => rarities[columnOf.get(word) ?? -1] ?? 0;
  return (counts) => {
    const best = bestWords(counts, rarityOf);
    const columns = Int32Array.from(best, (word) => columnOf.get(word) ?? 0).sort();
    const values = Float64Array.from(columns, (column) => counts.get(words[column] ?? "") ?? 0);
    return { columns, values };
  };
}

/**
 * Returns at most {@link WORDS_OF_A_PAGE} words; code-unit order breaks ties of tf-idf. Words with
 * tf-idf 0 are left out.
 */
function bestWords(counts: TermCounts, rarityOf: (word: string) => number): string[] {
  return Array.from(counts, ([word, count]) => ({ word, weight: count * rarityOf(word) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS_OF_A_PAGE)
    .map(({ word }) => word);
}
