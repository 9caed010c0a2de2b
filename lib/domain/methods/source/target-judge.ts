/** Judges of pages for `source`: by the similarity to an example, and as each goal chooses. */
import type { PageStructure } from "../../page/page-structure.ts";
import { otsuCut, separationOf } from "../../stats/cluster/clustering.ts";
import { mean } from "../../stats/intervals/paired-bootstrap.ts";
import type { Url } from "../../web/url/url.ts";
import { type ContentModel, compileContent, learnContent } from "./content-judge.ts";
import type { Sample } from "./sample.ts";
import {
  cosineTo,
  type PathVector,
  type PathWeights,
  pathVector,
  pathWeights,
  similarityTo,
  squaresOf,
} from "./site-model.ts";
import type { SourceAim } from "./source-aim.ts";

/** A model of pages of the example's type. */
export type TargetModel = {
  readonly weights: PathWeights;
  /** The common paths of pages of the type. */
  readonly reference: PathVector;
  /** Least similarity to `reference` of a page of the type, in [0,1]. */
  readonly threshold: number;
  /** Whether one of the pages is certainly of the type. */
  readonly isSure: boolean;
};

/** A page as a set of paths. */
type Paths = Pick<PageStructure, "paths">;

/** A page, and the part of its URL that it shares with pages of its form. */
interface PageOfForm extends Paths {
  readonly form: string;
}

/**
 * Similarity to the example from which a page certainly has its template, with all its paths
 * counted. Pages that share only the frame of the site stay below, whatever the others are like.
 */
const SURE = 0.5;

/** For pages between two cuts to be of another type: least share of the variance above the first that the second explains. */
const CLEARLY_APART = 0.9;

/** The same: least distance to those above the second, as a share of the distance from there to those below the first. */
const LEAST_GAP = 0.1;

/** The same: least pages above the first that have the example's form, all of them above the second, too. */
const LEAST_OF_FORM = 3;

/** Number of times that the reference is moved towards the pages found with it (Rocchio 1971). */
const ROUNDS = 2;

/**
 * Learns the common paths of pages of the example's type. Pages are compared with the example by
 * their weighted paths, and divided at the best cut of their similarities (Otsu 1979). Then they
 * are compared with the sum of the example and the pages found. This is repeated as long as it
 * still finds the example. Where the pages found fall apart once more, and those with a URL of the
 * example's form stay together, the others are of another type that has most of its template.
 * @param asked least similarity that the need asks for
 */
export function learnTarget(
  example: PageOfForm,
  pages: readonly PageOfForm[],
  asked: number | undefined,
): TargetModel {
  const strict = pathWeights([...pages, example]);
  const isSure = pages.some(isAtLeast(SURE, similarityTo(Object.keys(example.paths), strict)));
  // A path of a single page does not occur on any page to compare with.
  const weights = { ...strict, single: 0 };
  const vectorOf = (page: Paths) => unit(pathVector(Object.keys(page.paths), weights));
  const modelOf = (reference: PathVector): TargetModel => {
    const similarityOf = cosineTo(reference, weights);
    const measured = pages.map((page) => {
      return { similarity: similarityOf(page), isOfForm: page.form === example.form };
    });
    const threshold = asked ?? cutOf(measured) ?? SURE;
    return { weights, reference, threshold, isSure };
  };
  let model = modelOf(vectorOf(example));
  for (let round = 0; round < ROUNDS; round += 1) {
    const isTarget = compileTarget(model);
    const alike = pages.filter((page) => isTarget(page).isTarget);
    const next = modelOf(sum([example, ...alike].map(vectorOf)));
    if (!compileTarget(next)(example).isTarget) break;
    model = next;
  }
  return model;
}

interface Measured {
  readonly similarity: number;
  /** Whether its URL has the form of the example's. */
  readonly isOfForm: boolean;
}

/** Returns the least similarity of pages of the example's type; `undefined` when all are equally similar. */
function cutOf(pages: readonly Measured[]): number | undefined {
  const all = similaritiesOf(pages);
  const cut = otsuCut(all);
  if (cut === undefined) return undefined;
  const above = pages.filter(({ similarity }) => similarity >= cut);
  const found = similaritiesOf(above);
  const second = otsuCut(found);
  if (second === undefined) return cut;
  const others = all.filter((similarity) => similarity < cut);
  const between = found.filter((similarity) => similarity < second);
  const alike = found.filter((similarity) => similarity >= second);
  if (separationOf([between, alike]) < CLEARLY_APART) return cut;
  if (mean(alike) - mean(between) < LEAST_GAP * (mean(alike) - mean(others))) return cut;
  const ofForm = above.filter(({ isOfForm }) => isOfForm);
  const isTogether = ofForm.every(({ similarity }) => similarity >= second);
  return ofForm.length >= LEAST_OF_FORM && isTogether ? second : cut;
}

function similaritiesOf(pages: readonly Measured[]): number[] {
  return pages.map(({ similarity }) => similarity);
}

/** Compiles the model to a judge of pages. */
export function compileTarget({
  weights,
  reference,
  threshold,
}: TargetModel): (page: Paths) => { readonly similarity: number; readonly isTarget: boolean } {
  const similarityOf = cosineTo(reference, weights);
  return (page) => {
    const similarity = similarityOf(page);
    return { similarity, isTarget: similarity >= threshold };
  };
}

function isAtLeast(least: number, similarity: (page: Paths) => number): (page: Paths) => boolean {
  return (page) => similarity(page) >= least;
}

function unit(vector: PathVector): PathVector {
  const length = Math.sqrt(squaresOf(Object.values(vector)));
  if (length === 0) return vector;
  return Object.fromEntries(Object.entries(vector).map(([path, value]) => [path, value / length]));
}

function sum(vectors: readonly PathVector[]): PathVector {
  const total = new Map<string, number>();
  for (const vector of vectors)
    for (const [path, value] of Object.entries(vector))
      total.set(path, (total.get(path) ?? 0) + value);
  return Object.fromEntries(total);
}

/** The measure that pages are judged by: similarity to the example, or fresh text. */
export type JudgeModel =
  | { readonly by: "example"; readonly target: TargetModel }
  | { readonly by: "text"; readonly content: ContentModel };

/** The judgement of a fetched page. */
interface Judgement {
  /** The worth of a link to it, in [0,1]; 0 or 1 when pages of one type are the targets. */
  readonly worth: number;
  /** Similarity to the example, or the worth of its content, in [0,1]. */
  readonly utility: number;
}

/** Judges a page whose name in links has so many letters. */
export type PageJudge = (page: PageStructure, letters: number) => Judgement;

/** Trains the judge of pages; the pages at the indices `chosen` show the templates of the site. */
export function learnJudge(
  { example, exampleUrl, threshold }: SourceAim,
  { pages }: Pick<Sample, "pages">,
  chosen: readonly number[],
  formOf: (url: Url) => string,
): JudgeModel {
  if (example === null || exampleUrl === null) {
    const printed = pages.flatMap(({ url, structure: { prints } }) =>
      prints === undefined ? [] : [{ url, prints }],
    );
    return { by: "text", content: learnContent(printed) };
  }
  const formed = chosen.flatMap((place): PageOfForm[] => {
    const page = pages[place];
    return page === undefined ? [] : [{ paths: page.structure.paths, form: formOf(page.url) }];
  });
  const shown = { paths: example, form: formOf(exampleUrl) };
  const target = learnTarget(shown, formed, threshold ?? undefined);
  return { by: "example", target };
}

/** Compiles the model to a judge of pages. */
export function compileJudge(model: JudgeModel): PageJudge {
  if (model.by === "example") {
    const similarityTo = compileTarget(model.target);
    return (page) => {
      const { similarity, isTarget } = similarityTo(page);
      return { worth: Number(isTarget), utility: similarity };
    };
  }
  const worthOf = compileContent(model.content);
  return ({ prints }, letters) => {
    const worth = prints === undefined ? 0 : worthOf(prints, letters);
    return { worth, utility: worth };
  };
}
