import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import { seedOf } from "../../lib/domain/stats/random/random.ts";
import { sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";
import { type Forests, forestGrower } from "./forests.ts";
import { compileLinkSpace, type LinkSpace, learnLinkSpace } from "./link-terms.ts";
import { type LabelledRows, type ModelRows, storeLabelled } from "./model-rows.ts";
import { compilePageSpace, learnPageSpace, type PageSpace } from "./page-features.ts";
import { firstRound, type SelfTraining, selfTrained } from "./self-training.ts";
import { type TrainingSet, trainingSet } from "./training-set.ts";

/** The terms that distinguish pages, and those for links. */
export type PaperSpaces = { readonly pages: PageSpace; readonly links: LinkSpace };

/** A model trained on click paths, with the data needed to go on training. */
export type PaperPathModel = {
  readonly spaces: PaperSpaces;
  /** The training set of the forests. */
  readonly rows: ModelRows;
  readonly forests: Forests;
};

/** Pages and links of a training set, and their spaces. */
interface Preparation {
  readonly spaces: PaperSpaces;
  /** The marked pages have labels. */
  readonly rows: LabelledRows;
  readonly training: SelfTraining;
}

/** Reads pages, learns their spaces, and returns their rows. */
export function prepare(marked: MarkedPaths, seed: number): Preparation {
  const set = trainingSet(marked);
  const spaces: PaperSpaces = {
    pages: learnPageSpace(set.pages, seed),
    links: learnLinkSpace(set.links.map(({ terms }) => terms)),
  };
  const rows = rowsIn(spaces, set);
  return { spaces, rows, training: { set, grow: forestGrower(rows, forestSeed(seed)) } };
}

/**
 * Trains a model on marked paths: on the marked pages alone, or also on those that self-training
 * labels.
 */
export function paperPathModel(
  marked: MarkedPaths,
  seed: number,
  isSelfTrained: boolean,
): PaperPathModel {
  const { spaces, rows, training } = prepare(marked, seed);
  const { labels, forests } = isSelfTrained ? selfTrained(training) : firstRound(training);
  const { pages, links } = forests;
  return { spaces, rows: storeLabelled({ ...rows, labels }), forests: { pages, links } };
}

/** Returns the seed of a model's forests, which is the same when they are grown again. */
export function forestSeed(seed: number): number {
  return seedOf(seed, "forests");
}

/** Returns the rows of pages and links in these spaces. */
export function rowsIn(
  spaces: PaperSpaces,
  { urls, labels, pages, links }: TrainingSet,
): LabelledRows {
  const ofPages = compilePageSpace(spaces.pages);
  const ofLinks = compileLinkSpace(spaces.links);
  return {
    urls,
    labels,
    pages: sparseRows(pages.map(ofPages.vectorOf), ofPages.width),
    links: sparseRows(
      links.map(({ terms }) => ofLinks.vectorOf(terms)),
      ofLinks.width,
    ),
    leadsTo: Int32Array.from(links, ({ to }) => to),
  };
}
