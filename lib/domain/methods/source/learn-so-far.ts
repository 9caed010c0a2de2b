import { NOISE, otsuCut } from "../../stats/cluster/clustering.ts";
import { remember } from "../../text/safe-text.ts";
import type { Url } from "../../web/url/url.ts";
import { commonUrlWords, urlSkeleton } from "../../web/url/url-skeleton.ts";
import { typeName } from "../sitemap.ts";
import type { Evidence } from "../strategy.ts";
import { namesByUrl } from "./content-judge.ts";
import { linkKind, pathOf } from "./kind-counts.ts";
import { type JudgedPage, type LearnedKinds, learnKinds } from "./learn-kinds.ts";
import { type Sample, sampleOf } from "./sample.ts";
import { learnSite, type SiteModel } from "./site-model.ts";
import type { SourceAim } from "./source-aim.ts";
import { compileJudge, type JudgeModel, learnJudge } from "./target-judge.ts";

/** Settings of the published clusters, of paths with the classes of their elements. */
const SITE = { minPts: 4, eps: "knee", leastNoise: 0.04, paths: "all" } as const;

/**
 * Weight of the type's mean in the worth of a page's content: a single page's own worth is noisy.
 */
const TYPE_SHARE = 0.5;

/** Greatest of the least worth that makes a page content. */
const WORTHY = 0.5;

/** The knowledge learned from the pages so far. */
export type Learned = LearnedKinds & {
  readonly site: SiteModel;
  readonly judge: JudgeModel;
  /** Words that URLs of the site share. */
  readonly words: readonly string[];
  /** Least worth of a target page, in [0,1], unless the need has a threshold. */
  readonly worthy: number;
  /** By type: mean worth of its pages, in [0,1]. */
  readonly typeWorth: Readonly<Record<string, number>>;
};

/**
 * Learns from all pages whose structure was kept: page types, how to judge a page, where links
 * lead.
 */
export function learnSoFar(evidence: Evidence, aim: SourceAim): Learned {
  const sample = sampleOf(evidence);
  const { pages } = sample;
  const words = commonUrlWords(urlsOf(sample));
  const skeletonOf = remember(urlSkeleton(words), Number.POSITIVE_INFINITY);
  const chosen = trainingPages(
    pages.map(({ url, group }) => `${skeletonOf(url)} ${pathOf(group)}`),
  );
  const site = learnSite(sample, SITE, chosen);
  const judge = learnJudge(aim, sample, chosen, skeletonOf);
  const judged = judgePages(sample, site, judge);
  const typeWorth = meanWorth(judged);
  const dead = new Set(evidence.misses.filter(isDead).map(({ url }) => url));
  const known = {
    kindOf: ({ cluster }: JudgedPage, url: Url, path: string) =>
      linkKind(cluster, skeletonOf(url), path),
    landing: (url: Url) => sample.landing(url),
    isDead: (url: Url) => dead.has(url),
    ...(aim.exampleUrl === null ? {} : { skeletonOf, exampleSkeleton: skeletonOf(aim.exampleUrl) }),
  };
  // Pages that repeat others show what pages of their type are like, and links to them bring nothing.
  const worthy = judged.map((page, place) => ({
    ...page,
    worth: pages[place]?.isCopy ? 0 : mixedWorth(judge, page.worth, typeWorth[page.type] ?? 0),
  }));
  const least = leastWorth(
    judge,
    chosen.flatMap((place) => judged[place] ?? []),
  );
  return { ...learnKinds(worthy, known), site, judge, words, typeWorth, worthy: least };
}

/** Mixes the pages' own worth with the means of their types; both arguments are sums over pages. */
export function mixedWorth({ by }: JudgeModel, own: number, ofTypes: number): number {
  return by === "example" ? own : TYPE_SHARE * ofTypes + (1 - TYPE_SHARE) * own;
}

/**
 * Returns the least worth of a target page. Content is divided from the rest at the best cut
 * between training pages (Otsu 1979): sites differ in how much their users write, and in whether
 * links name their pages.
 */
function leastWorth({ by }: JudgeModel, pages: readonly JudgedPage[]): number {
  if (by === "example") return 1;
  return Math.min(WORTHY, otsuCut(pages.map(({ worth }) => worth)) ?? WORTHY);
}

function urlsOf({ pages }: Sample): ReadonlySet<Url> {
  return new Set(
    pages.flatMap(({ url, structure }) => [url, ...Object.values(structure.links).flat()]),
  );
}

/** Reports whether its link led to no page. A redirect did lead to one. */
function isDead({ location }: Evidence["misses"][number]): boolean {
  return location === undefined;
}

function judgePages({ pages }: Sample, { places }: SiteModel, model: JudgeModel): JudgedPage[] {
  const judge = compileJudge(model);
  const prints = pages.flatMap(({ structure }) => structure.prints ?? []);
  const names = model.by === "text" ? namesByUrl(prints, model.content) : new Map<Url, number>();
  return pages.map(({ url, structure }) => {
    const cluster = places[url] ?? NOISE;
    const { worth } = judge(structure, names.get(url) ?? 0);
    return { url, cluster, type: typeName(cluster), worth, links: structure.links };
  });
}

function meanWorth(pages: readonly JudgedPage[]): Record<string, number> {
  const byType = Map.groupBy(pages, ({ type }) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, members]) => {
      const sum = members.reduce((total, { worth }) => total + worth, 0);
      return [type, sum / members.length];
    }),
  );
}

/** Most training pages of one kind: enough for a cluster, too few to outweigh the others. */
const MOST_OF_A_KIND = 4;

/** Most training pages in all. */
const MOST = 400;

/**
 * Chooses pages to learn page types from, so that no type fills the set. It takes the first pages
 * that each link place led to, in turn. A good crawl fetches mostly one type. Then paths that occur
 * on nearly all pages would be uninformative.
 * @param places of the links that led to the pages, in order of fetching
 * @returns indices in that order, ascending
 */
export function trainingPages(places: readonly string[]): number[] {
  const byPlace = Map.groupBy(places.keys(), (page) => places[page] ?? "");
  const turns = Array.from({ length: MOST_OF_A_KIND }, (_, turn) =>
    [...byPlace.values()].flatMap((pages) => pages.slice(turn, turn + 1)),
  );
  return turns
    .flat()
    .slice(0, MOST)
    .toSorted((a, b) => a - b);
}
