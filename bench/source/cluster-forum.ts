import { type PageStructure, pageStructure } from "../../lib/domain/page/page-structure.ts";
import { clusterPages, pageClassifier } from "../../lib/domain/stats/cluster/page-clusters.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { irobotClusters } from "../../peers/irobot/irobot-clustering.ts";
import { type PlacingPrecision, placingPrecision, stratifiedFolds } from "./clustering-folds.ts";
import {
  type ClusteringFigures,
  clusteringFigures,
  type PlacedPage,
} from "./clustering-metrics.ts";
import type { OpenForum } from "./forum.ts";
import { planOf, scopedViewOf } from "./forum-plan.ts";
import { mdlClusters } from "./mdl-clustering.ts";

/** Pages that are clustered, and folds of the cross validation, as published. */
const PAGES = 1_000;
const FOLDS = 4;

/** The paper's minPts; a type with fewer pages is an outlier of the annotation and left out of the figures. */
export const MIN_PTS = 4;
/** As the strategy has it. */
const LEAST_NOISE = 0.04;

/** How well one way to cluster did on one sample. */
export interface ClusterFigures extends ClusteringFigures {
  readonly label: string;
  readonly precision: PlacingPrecision;
  /** Types with enough pages. */
  readonly types: number;
}

/** A page as clusterings see it, and its type as the evaluator knows it. */
interface Sampled {
  readonly structure: PageStructure;
  readonly type: string;
}

/** Clusters the first pages, and says for these and the others in which cluster they are. */
type Way = (
  known: readonly PageStructure[],
  unseen: readonly PageStructure[],
) => { readonly known: Int32Array; readonly unseen: Int32Array };

/** Ways that cannot place a page once the clusters are made: the unseen ones are clustered with the others. */
const together =
  (cluster: (pages: readonly PageStructure[]) => Int32Array): Way =>
  (known, unseen) => {
    const labels = cluster([...known, ...unseen]);
    return { known: labels.subarray(0, known.length), unseen: labels.subarray(known.length) };
  };

const byDensity =
  (eps: "knee" | "histogram"): Way =>
  (known, unseen) => {
    const choice = { minPts: MIN_PTS, eps, leastNoise: LEAST_NOISE };
    const clusters = clusterPages(known.map(bagOf), choice);
    const place = pageClassifier(clusters, MIN_PTS);
    const placed = Int32Array.from(unseen, (page) => place(bagOf(page)));
    return { known: clusters.labels, unseen: placed };
  };

const WAYS: ReadonlyMap<string, Way> = new Map([
  ["source, eps of the knee", byDensity("knee")],
  ["source, eps of the histogram", byDensity("histogram")],
  ["mdl", together((pages) => mdlClusters(pages.map(({ links }) => links)).labels)],
  ["irobot", together((pages) => irobotClusters(pages.map(({ paths }) => paths)).labels)],
]);

/** Clusters random pages of a forum in every way, and places each fold of them by the other folds. */
export async function clusterForum(
  forum: OpenForum,
  seed: number,
): Promise<readonly ClusterFigures[]> {
  const pages = await samplePages(forum, seed);
  const pagesOf = Map.groupBy(pages, ({ type }) => type);
  const frequent = pages.filter(({ type }) => (pagesOf.get(type)?.length ?? 0) >= MIN_PTS);
  const types = new Set(frequent.map(({ type }) => type)).size;
  return [...WAYS].map(([label, way]) => {
    const figures = clusteringFigures(placed(frequent, way(frequent.map(structureOf), []).known));
    if (figures === undefined) throw new Error(`${forum.id} has no page`);
    return { label, types, ...figures, precision: crossValidate(frequent, way, seed) };
  });
}

function crossValidate(pages: readonly Sampled[], way: Way, seed: number): PlacingPrecision {
  const foldOf = stratifiedFolds(
    pages.map(({ type }) => type),
    { folds: FOLDS, seed },
  );
  const precisions = Array.from({ length: FOLDS }, (_, fold) => {
    const train = pages.filter((_page, at) => foldOf[at] !== fold);
    const test = pages.filter((_page, at) => foldOf[at] === fold);
    const { known, unseen } = way(train.map(structureOf), test.map(structureOf));
    return placingPrecision(placed(train, known), placed(test, unseen));
  });
  const mean = (of: keyof PlacingPrecision) =>
    precisions.reduce((sum, precision) => sum + (precision?.[of] ?? 0), 0) / FOLDS;
  return { micro: mean("micro"), macro: mean("macro") };
}

/** Random pages of a forum, with the structure that strategies are shown. */
async function samplePages(forum: OpenForum, seed: number): Promise<Sampled[]> {
  const { plan } = await planOf(forum, { pages: PAGES, seed });
  const drawn = [...forum.typeOf]
    .map(([url, type]) => ({ url, type, turn: hashToUnit(seed, url) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, PAGES);
  const pages: Sampled[] = [];
  for (const { url, type } of drawn) {
    const page = await scopedViewOf(forum, url, plan);
    pages.push({ structure: pageStructure(page), type: forum.types[type]?.name ?? "" });
  }
  return pages;
}

function placed(pages: readonly Sampled[], clusters: Int32Array): PlacedPage[] {
  return pages.map(({ type }, at) => ({ type, cluster: clusters[at] ?? -1 }));
}

function structureOf({ structure }: Sampled): PageStructure {
  return structure;
}

function bagOf({ paths }: PageStructure): (readonly [path: string, count: number])[] {
  return Object.entries(paths);
}
