import { seedOf } from "../../chance/seed-of.ts";
import type { MarkedPaths } from "../../strategy/marked-paths.ts";
import { sparseRows } from "../../vector/sparse-rows.ts";
import { type Forests, forestGrower } from "./forests.ts";
import { type LabelledRows, type LessonRows, storeLabelled } from "./lesson-rows.ts";
import { compileLinkSpace, type LinkSpace, learnLinkSpace } from "./link-terms.ts";
import { compilePageSpace, learnPageSpace, type PageSpace } from "./page-features.ts";
import { firstRound, type SelfTraining, selfTrained } from "./self-training.ts";
import { type TrainingSet, trainingSet } from "./training-set.ts";

/** What tells pages apart, and links. */
export type PaperSpaces = { readonly pages: PageSpace; readonly links: LinkSpace };

/** What click paths taught, with all that is needed to go on learning. */
export type PaperLesson = {
  readonly spaces: PaperSpaces;
  /** What the forests were grown of. */
  readonly rows: LessonRows;
  readonly forests: Forests;
};

/** Pages and links that can be learned from, and how. */
export interface Preparation {
  readonly spaces: PaperSpaces;
  /** Those of the marked pages have labels. */
  readonly rows: LabelledRows;
  readonly training: SelfTraining;
}

/** Reads pages, learns what tells them apart, and says what they are. */
export function prepare(marked: MarkedPaths, seed: number): Preparation {
  const set = trainingSet(marked);
  const spaces: PaperSpaces = {
    pages: learnPageSpace(set.pages, seed),
    links: learnLinkSpace(set.links.map(({ terms }) => terms)),
  };
  const rows = rowsIn(spaces, set);
  return { spaces, rows, training: { set, grow: forestGrower(rows, forestSeed(seed)) } };
}

/** The lesson of marked paths: of the marked pages alone, or also of those that self-training labels. */
export function paperLesson(
  marked: MarkedPaths,
  seed: number,
  isSelfTrained: boolean,
): PaperLesson {
  const { spaces, rows, training } = prepare(marked, seed);
  const { labels, forests } = isSelfTrained ? selfTrained(training) : firstRound(training);
  const { pages, links } = forests;
  return { spaces, rows: storeLabelled({ ...rows, labels }), forests: { pages, links } };
}

/** What chance the forests of a lesson are grown by, also when they are grown again. */
export function forestSeed(seed: number): number {
  return seedOf(seed, "forests");
}

/** The rows of pages and links in these spaces. */
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
