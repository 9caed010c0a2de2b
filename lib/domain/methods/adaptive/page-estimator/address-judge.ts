/** A judge of pages by their addresses: the words of a URL and of the link that was followed to it. */
import { TITLE_SEAM } from "../../../page/host-repeats.ts";
import { compileLinearModel, type LinearModel } from "../../../stats/learner/learner.ts";
import {
  fitPlattScaling,
  type PlattModel,
  plattProbability,
} from "../../../stats/learner/platt-scaling.ts";
import { ridgeLeaveOneOut, ridgeRegression } from "../../../stats/learner/ridge-regression.ts";
import { joinVectors, type SparseVector, sparseRows } from "../../../stats/vector/sparse-rows.ts";
import {
  addTerms,
  compileTfIdf,
  learnTfIdf,
  type TermCounts,
  type TfIdfSpace,
} from "../../../text/term-vector.ts";
import { foldDigits, LONGEST_WORD, stem, stopWordsOf, wordsOf } from "../../../text/words.ts";
import type { Url } from "../../../web/url/url.ts";
import { splitCompounds, urlWords } from "../../../web/url/url-words.ts";
import type { FollowedLink } from "../../strategy.ts";

/** A page with the link that was followed to it, as far as it is known. */
export interface Addressed {
  readonly url: Url;
  readonly link: FollowedLink | undefined;
}

/** A trained judge of addresses. */
export type AddressModel = {
  /** The words of URLs, and of links. */
  readonly spaces: readonly TfIdfSpace[];
  readonly model: LinearModel;
  /** Turns predictions into probabilities. */
  readonly calibration: PlattModel;
};

/** Penalty of weights, as long as each half of an address has this length. */
export const ADDRESS_LAMBDA = 0.5;
export const ADDRESS_LENGTH = Math.sqrt(0.5);
const MOST_TERMS = 5_000;

/** An anchor counts twice, beside the texts around it and the title of its page. */
const ANCHOR_COUNT = 2;

const RIDGE = ridgeRegression({ lambda: ADDRESS_LAMBDA });

/**
 * Learns from the addresses of labelled pages, and from those of others how rare words are. Returns
 * `undefined` when predictions of each page by the others show nothing.
 */
export function trainAddressJudge(
  labelled: readonly Addressed[],
  isGood: (row: number) => boolean,
  others: readonly Addressed[],
): AddressModel | undefined {
  const { spaces, width, vectorOf } = addressSpace([...labelled, ...others]);
  const x = sparseRows(labelled.map(vectorOf), width);
  const y = Float64Array.from(labelled, (_, row) => (isGood(row) ? 1 : 0));
  const samples = { x, y, weights: new Float64Array(labelled.length).fill(1) };
  const held = ridgeLeaveOneOut(samples, { lambda: ADDRESS_LAMBDA });
  const calibration = held && fitPlattScaling(held, isGood);
  if (calibration === undefined || calibration.slope >= 0) return undefined;
  return { spaces, model: RIDGE.fit(samples), calibration };
}

/** Returns the space of the words of addresses. */
export function addressSpace(pages: readonly Addressed[]): {
  readonly spaces: readonly TfIdfSpace[];
  readonly width: number;
  readonly vectorOf: (page: Addressed) => SparseVector;
} {
  const all = pages.map(addressTerms);
  const spaces = [0, 1].map((part) =>
    learnTfIdf(
      all.map((terms) => terms[part] ?? new Map()),
      { leastSupport: 1, mostTerms: MOST_TERMS },
    ),
  );
  const width = spaces.reduce((sum, { terms }) => sum + terms.length, 0);
  return { spaces, width, vectorOf: compileVectors(spaces) };
}

/** Compiles the probability of an address, in (0,1), in the mix of the labels. */
export function compileAddressJudge({
  spaces,
  model,
  calibration,
}: AddressModel): (page: Addressed) => number {
  const vectorOf = compileVectors(spaces);
  const predict = compileLinearModel(model);
  return (page) => plattProbability(calibration, predict(vectorOf(page)));
}

function compileVectors(spaces: readonly TfIdfSpace[]): (page: Addressed) => SparseVector {
  const vectorizers = spaces.map((space) =>
    compileTfIdf(space, { length: ADDRESS_LENGTH, unknownShare: 1 }),
  );
  const join = joinVectors(spaces.map(({ terms }) => terms.length));
  return (page) => {
    const terms = addressTerms(page);
    return join(vectorizers.map((vectorOf, part) => vectorOf(terms[part] ?? new Map())));
  };
}

/** Counts the words of a URL and those of a link; numbers count by their shape. */
export function addressTerms({ url, link }: Addressed): readonly [TermCounts, TermCounts] {
  const ofUrl = new Map<string, number>();
  addTerms(ofUrl, [termsOf(splitCompounds(urlWords(url, url)))], 1);
  const ofLink = new Map<string, number>();
  if (link?.snippet !== undefined) {
    const { anchor, before, after, title } = link.snippet;
    addTerms(ofLink, [termsOf(anchor)], ANCHOR_COUNT);
    addTerms(ofLink, [before, after, title.split(TITLE_SEAM)[0] ?? ""].map(termsOf), 1);
  }
  return [ofUrl, ofLink];
}

const STOP_WORDS = stopWordsOf("en");

function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length <= LONGEST_WORD && !STOP_WORDS.has(word))
    .map((word) => stem(foldDigits(word)));
}
