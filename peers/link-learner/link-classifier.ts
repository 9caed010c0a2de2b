import type { WordPlace } from "../../lib/domain/methods/adaptive/link-features.ts";
import type { LinkSign } from "../../lib/domain/methods/strategy.ts";
import { crossValidate, stratifiedFolds } from "../../lib/domain/stats/learner/cross-validation.ts";
import {
  compileLinearModel,
  type LinearModel,
  type Predictor,
  type Samples,
} from "../../lib/domain/stats/learner/learner.ts";
import {
  fitPlattScaling,
  type PlattModel,
  plattProbability,
} from "../../lib/domain/stats/learner/platt-scaling.ts";
import { type SparseVector, sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { linearSvm } from "./linear-svm.ts";
import type { LinkWord } from "./link-words.ts";

/** A link for training: its words and its class, from 0. */
export interface LinkExample {
  readonly words: ReadonlySet<LinkWord>;
  readonly class: number;
}

/** One class against all others: a hyperplane, and the scaling of its margins. */
type OneAgainstAll = { readonly plane: LinearModel; readonly scaling: PlattModel };

/** The trained classifier of links. */
export type LinkClassifierModel = {
  /** Column n is the word n. */
  readonly words: readonly LinkWord[];
  /** One per class; with two classes only the first. */
  readonly classes: readonly OneAgainstAll[];
};

/** A classifier, compiled. */
interface LinkClassifier {
  /**
   * Returns the probabilities of the classes, each in [0,1]; with more than two classes the sum
   * need not be 1.
   */
  probabilities(words: ReadonlySet<LinkWord>): readonly number[];
  /**
   * Returns the contributions of the known words to the margin of the first class, the strongest
   * first.
   */
  signs(words: ReadonlySet<LinkWord>): readonly LinkSign[];
}

/** As in Barbosa & Freire's crawler. */
const COST = 1;
/** Folds for the held-out margins of the scaling, as in Platt 1999 § 2.1. */
const FOLDS = 3;

/**
 * Trains linear support vector machines on the presence of frequent words. Their margins are scaled
 * to probabilities on held-out links (Platt 1999). Returns `undefined` if a class has fewer links
 * than folds, or no word is frequent.
 */
export function trainLinkClassifier(
  examples: readonly LinkExample[],
  { classes, seed }: { readonly classes: number; readonly seed: number },
): LinkClassifierModel | undefined {
  const sizes = Array.from(
    { length: classes },
    (_, number) => examples.filter((example) => example.class === number).length,
  );
  const words = selectWords(examples.map((example) => example.words));
  if (words.length === 0 || Math.min(...sizes) < FOLDS) return undefined;
  const rowOf = rowsOver(words);
  const x = sparseRows(
    examples.map((example) => rowOf(example.words)),
    words.length,
  );
  const weights = new Float64Array(examples.length).fill(1);
  const planes = sizes.slice(0, classes === 2 ? 1 : classes).map((_, number) => {
    const y = Float64Array.from(examples, (example) => (example.class === number ? 1 : 0));
    return oneAgainstAll({ x, y, weights }, seed);
  });
  return { words, classes: planes };
}

function oneAgainstAll(samples: Samples, seed: number): OneAgainstAll {
  const svm = linearSvm({ cost: COST, seed });
  const margins = crossValidate(svm, samples, stratifiedFolds(samples.y, FOLDS, seed));
  return {
    plane: svm.fit(samples),
    scaling: fitPlattScaling(margins, (row) => samples.y[row] === 1),
  };
}

/** Compiles a classifier from its model. */
export function compileLinkClassifier({ words, classes }: LinkClassifierModel): LinkClassifier {
  const rowOf = rowsOver(words);
  const each = classes.map(({ plane, scaling }): Predictor => {
    const marginOf = compileLinearModel(plane);
    return (row) => plattProbability(scaling, marginOf(row));
  });
  const [first] = classes;
  const weights = new Map(
    first?.plane.columns.map((column, at) => [words[column] ?? "", first.plane.values[at] ?? 0]),
  );
  return {
    probabilities: (of) => {
      const row = rowOf(of);
      const found = each.map((probability) => probability(row));
      return found.length === 1 ? [found[0] ?? 0, 1 - (found[0] ?? 0)] : found;
    },
    signs: (of) =>
      [...of]
        .map((feature) => ({ feature, weight: weights.get(feature) ?? 0 }))
        .filter(({ weight }) => weight !== 0)
        .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
  };
}

/** Compiles words to a function from links to rows: 1 if a word is present. */
function rowsOver(words: readonly LinkWord[]): (of: ReadonlySet<LinkWord>) => SparseVector {
  const columns = new Map(words.map((word, column) => [word, column]));
  return (of) => {
    const known = [...of].flatMap((word) => columns.get(word) ?? []);
    const sorted = Int32Array.from(known).sort();
    return { columns: sorted, values: new Float64Array(sorted.length).fill(1) };
  };
}

/** Most words of each place that are features, as in Barbosa & Freire's crawler. */
const MOST: Readonly<Record<WordPlace, number>> = { url: 150, anchor: 150, around: 100 };

/** Fewest links that must have a word. */
const LEAST_LINKS = 5;

const PLACES: readonly WordPlace[] = ["url", "anchor", "around"];

/**
 * Returns the words that are features: for each place those of the most links, at least
 * {@link LEAST_LINKS}. Code-unit order breaks ties.
 */
export function selectWords(links: readonly ReadonlySet<LinkWord>[]): LinkWord[] {
  const counts = new Map<LinkWord, number>();
  for (const words of links)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([, links]) => links >= LEAST_LINKS)
    .toSorted(([a, linksA], [b, linksB]) => linksB - linksA || (a < b ? -1 : 1))
    .map(([word]) => word);
  return PLACES.flatMap((place) =>
    frequent.filter((word) => word.startsWith(`${place} `)).slice(0, MOST[place]),
  );
}
