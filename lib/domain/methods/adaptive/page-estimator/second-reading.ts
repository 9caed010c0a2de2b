/** A second reading of pages: what those that a first judge scores alike have in common. */
import type { TextView } from "../../../page/page-view.ts";
import { otsuCut } from "../../../stats/cluster/clustering.ts";
import { mean } from "../../../stats/intervals/paired-bootstrap.ts";
import { compileLinearModel, type Predictor } from "../../../stats/learner/learner.ts";
import { fitPlattScaling, plattProbability } from "../../../stats/learner/platt-scaling.ts";
import { ridgeRegression, ridgeWithoutEach } from "../../../stats/learner/ridge-regression.ts";
import { joinVectors, type SparseVector, sparseRows } from "../../../stats/vector/sparse-rows.ts";
import { addTerms, compileTfIdf, learnTfIdf, type TermCounts } from "../../../text/term-vector.ts";
import { foldDigits } from "../../../text/words.ts";
import { hostOf } from "../../../web/url/canonical-url.ts";
import type { Url } from "../../../web/url/url.ts";
import type { FollowedLink } from "../../strategy.ts";
import { ADDRESS_LAMBDA, addressSpace } from "./address-judge.ts";
import { LAMBDA } from "./page-estimator.ts";
import { readTermSpace } from "./term-space.ts";

/** A page of a sample with the link that was followed to it, as a first judge scored it. */
export interface FirstReading {
  readonly view: TextView;
  readonly link: FollowedLink | undefined;
  /** In [0,1]; a person's label where there is one. */
  readonly utility: number;
  readonly isLabelled: boolean;
}

/** Least pages on either side of a cut: fewer show nothing in common. */
const LEAST_ALIKE = 10;

/** How often readers learn from what all of them found before; most pages stay as they are after that. */
const ROUNDS = 5;

/** Readers beside the first judge. */
const READERS = 3;

/**
 * Returns the weight of the first judge, in [¼, ½): it counts as one reader where words alone taught it, and as much as
 * all three together where many labels did.
 * @param byLabels how far labels taught it, and not words, in [0,1]
 */
export function firstShare(byLabels: number): number {
  const first = 1 + (READERS - 1) * byLabels;
  return first / (first + READERS);
}

/** Returns the scores of a first judge of some weight and of what its pages have in common as one, in [0,1]. */
export function bothReadings(first: number, second: number, share: number): number {
  return share * first + (1 - share) * second;
}

/**
 * Learns from the scores of a first judge on a sample, and returns the second score of a page, in [0,1]. Three
 * readers see parts of a page that say little of each other: its text, its address with the words of the link to it,
 * and where that link stands. Each learns from what all found in the round before (co-training, Blum & Mitchell
 * 1998, with soft labels). A page of the sample is scored by what the others have in common with it, never by its own
 * scores. Returns `undefined` where either side of the first judge's cut has too few pages.
 * @param share weight of the first judge, by {@link firstShare}
 */
export function readingAgain(
  sample: readonly FirstReading[],
  share: number,
): ((page: TextView, link: FollowedLink | undefined) => number) | undefined {
  let scores = sample.map(({ utility }) => utility);
  if (cutOf(scores) === undefined) return undefined;
  const readers = [textSpace, addressSpaceOf, placeSpace].map((learn) =>
    readerBy(sample, learn(sample)),
  );
  let read: readonly Read[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = readers.flatMap((reader) => reader(scores) ?? []);
    if (next.length === 0) break;
    read = next;
    scores = sample.map(({ utility, isLabelled }, row) =>
      isLabelled
        ? utility
        : bothReadings(utility, mean(next.map(({ held }) => held[row] ?? 0)), share),
    );
  }
  if (read.length === 0) return undefined;
  const rows = new Map<Url, number>(sample.map(({ view }, row) => [view.url, row]));
  return (page, link) => {
    const row = rows.get(page.url);
    return mean(
      read.map(({ held, predict }) => (row === undefined ? predict(page, link) : (held[row] ?? 0))),
    );
  };
}

/** Returns the cut between scores; `undefined` where too few pages are on a side of it. */
function cutOf(scores: readonly number[]): number | undefined {
  const cut = otsuCut(scores);
  const good = scores.filter((score) => cut !== undefined && score >= cut).length;
  return Math.min(good, scores.length - good) < LEAST_ALIKE ? undefined : cut;
}

/** What a reader found: the score of each page of the sample by the others, and that of any page. */
interface Read {
  readonly held: readonly number[];
  readonly predict: (page: TextView, link: FollowedLink | undefined) => number;
}

/** One way to see pages. */
interface Space {
  readonly width: number;
  readonly vectorOf: (page: TextView, link: FollowedLink | undefined) => SparseVector;
  /** The vectors of the sample; absent where they were not made with the space. */
  readonly rows?: readonly SparseVector[];
  readonly lambda: number;
}

function textSpace(sample: readonly FirstReading[]): Space {
  return { ...readTermSpace(sample.map(({ view }) => view)), lambda: LAMBDA };
}

function addressSpaceOf(sample: readonly FirstReading[]): Space {
  const { width, vectorOf } = addressSpace(
    sample.map(({ view: { url }, link }) => ({ url, link })),
  );
  return { width, vectorOf: ({ url }, link) => vectorOf({ url, link }), lambda: ADDRESS_LAMBDA };
}

/** Steps of paths and sources of links that a reader knows; each is on two pages of the sample at least. */
const PLACES = { leastSupport: 2, mostTerms: 5_000 };

function placeSpace(sample: readonly FirstReading[]): Space {
  const parts = [
    ({ view }: FirstReading) => stepsOf(view.url),
    ({ link }: FirstReading) => sourcesOf(link),
  ];
  const spaces = parts.map((part) => learnTfIdf(sample.map(part), PLACES));
  const lengths = { length: Math.SQRT1_2, unknownShare: 1 };
  const compiled = spaces.map((space) => compileTfIdf(space, lengths));
  const widths = spaces.map(({ terms }) => terms.length);
  const join = joinVectors(widths);
  return {
    width: widths.reduce((sum, each) => sum + each, 0),
    vectorOf: ({ url }, link) => {
      const terms = [stepsOf(url), sourcesOf(link)];
      return join(compiled.map((vectorOf, part) => vectorOf(terms[part] ?? new Map())));
    },
    lambda: ADDRESS_LAMBDA,
  };
}

/** Names the host, the folders and the last step of a URL, and its form; numbers count by their shape. */
function stepsOf(url: Url): TermCounts {
  const steps = foldDigits(new URL(url).pathname.toLowerCase()).split("/").slice(1);
  const last = steps.at(-1) ?? "";
  const form = steps.map((step) => (step.startsWith("~") ? "~" : step.replaceAll(/[^0]+/g, "w")));
  const ending = last.slice(last.includes(".") ? last.lastIndexOf(".") : last.length);
  const folders = steps.slice(0, -1).map((step, at) => `folder ${at} ${step}`);
  const whole = [`host ${hostOf(url)}`, `depth ${steps.length}`, `form ${form.join("/")}`];
  return counted(whole.concat(folders, `last ${last}`, `ending ${ending}`));
}

/** Names the page that a link stands on, and its place there and on the host. */
function sourcesOf(link: FollowedLink | undefined): TermCounts {
  const { parent, snippet } = link ?? {};
  if (parent === undefined) return counted([]);
  const place = snippet?.place ?? "";
  return counted([`on ${parent}`, `at ${parent} ${place}`, `place ${hostOf(parent)} ${place}`]);
}

function counted(names: readonly string[]): TermCounts {
  const counts = new Map<string, number>();
  addTerms(counts, [names], 1);
  return counts;
}

/** Returns how a reader learns from scores; it finds nothing where they show it nothing in common. */
function readerBy(sample: readonly FirstReading[], { width, vectorOf, rows, lambda }: Space) {
  const vectors = rows ?? sample.map(({ view, link }) => vectorOf(view, link));
  const x = sparseRows(vectors, width);
  const withoutEach = ridgeWithoutEach(x, { lambda });
  const weights = new Float64Array(sample.length).fill(1);
  return (scores: readonly number[]): Read | undefined => {
    const cut = cutOf(scores);
    if (cut === undefined) return undefined;
    const y = Float64Array.from(scores);
    const held = withoutEach(y);
    const platt = fitPlattScaling(held, (row) => (scores[row] ?? 0) >= cut);
    if (platt.slope >= 0) return undefined;
    // Only pages outside the sample need it.
    let learned: Predictor | undefined;
    return {
      held: Array.from(held, (each) => plattProbability(platt, each)),
      predict: (page, link) => {
        learned ??= compileLinearModel(ridgeRegression({ lambda }).fit({ x, y, weights }));
        return plattProbability(platt, learned(vectorOf(page, link)));
      },
    };
  };
}
