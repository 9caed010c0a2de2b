import { hubsTowards } from "../../lib/domain/methods/graph/link-graph.ts";
import type { GroupTally } from "../../lib/domain/methods/group-tally.ts";
import { OUTLIER, typeName } from "../../lib/domain/methods/sitemap.ts";
import { isDrifted } from "../../lib/domain/methods/source/learning-source.ts";
import {
  clusterLinks,
  type Destination,
} from "../../lib/domain/methods/source/navigation-table.ts";
import {
  compileSite,
  learnSite,
  type SiteModel,
  similarityTo,
} from "../../lib/domain/methods/source/site-model.ts";
import {
  checkSourceNeed,
  type SourceAim,
  sourceAim,
} from "../../lib/domain/methods/source/source-aim.ts";
import type {
  CompiledStrategy,
  LinkScore,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { pageStructure } from "../../lib/domain/page/page-structure.ts";
import { NOISE } from "../../lib/domain/stats/cluster/clustering.ts";
import { sampleSizeFor } from "../sampling/sample-size.ts";
import {
  type LearnedCrawl,
  type SampledModel,
  sampledStrategy,
} from "../sampling/sampled-strategy.ts";
import { type PublishedSourceSettings, publishedSourceOptions } from "./options.ts";

/** Fewest pages of a cluster (Xu, Gao & Callan 2018, after Ester et al. 1996). */
const MIN_PTS = 4;

/** With fewer outliers than this the knee is too far up (see `docs/decisions/source.md`). */
const LEAST_NOISE = 0.04;

/**
 * Least similarity of a target page before the site is learned, with equal weights for all paths.
 */
const LIKE = 0.8;

/** Least score of a relevant page, when the need sets none: half of the best type's score. */
const WORTHY = 0.5;

type Learned = {
  readonly site: SiteModel;
  /** Score of each cluster without balance, in [0, ∞). */
  readonly worth: readonly number[];
  /** Cluster of the example page; −1 when there is no example. */
  readonly target: number;
};

/**
 * Compiles SOUrCe as published (Xu, Gao & Callan 2018). The site is sampled by Apath and clustered.
 * The score of a link is the expected score of the clusters that links of its kind lead to. For
 * user-created content the score of a cluster is Info · DSim · Balance. For a target it is Info
 * with the authority fixed at the example's cluster.
 */
export function publishedSource(
  settings: PublishedSourceSettings,
  crawl: { readonly seed: number; readonly sampleSize: number },
): Strategy<SampledModel<SourceAim, Learned>> {
  return sampledStrategy<SourceAim, Learned>({
    ...crawl,
    // In logs, as in those of runs that an earlier version began.
    name: "source",
    sampling: settings.sampling,
    drawsSitemap: true,
    ...checkSourceNeed(settings),
    aim: (need) => sourceAim(settings, need),
    learn: (sample, { example }) => {
      const choice = { minPts: MIN_PTS, leastNoise: LEAST_NOISE, eps: settings.eps } as const;
      const site = learnSite(sample, {
        ...choice,
        paths: settings.paths,
      });
      const target =
        example === null ? NOISE : compileSite(site).nearestClusterOf({ paths: example });
      return {
        site,
        target,
        worth:
          example === null
            ? contentWorth(site, settings)
            : targetWorth(site, target, settings.alpha),
      };
    },
    judge: (aim, learned) => (learned === undefined ? judgeUnlearned(aim) : judge(aim, learned)),
    follow: (learned) => follow(learned, settings),
    isDrifted: (progress, { site }) => isDrifted(progress, site.sitemap, settings.driftShare),
  });
}

/** `published-source`: SOUrCe as published, the best known score of content by structure alone. */
export default strategyModule({
  name: "published-source",
  description: "Links by the page types of the site that they should lead to, as published.",
  options: publishedSourceOptions,
  create: (settings, { seed, pages }) => {
    const sampleSize = settings.sampleSize ?? sampleSizeFor(settings.goal, pages);
    return publishedSource(settings, { seed, sampleSize });
  },
});

type AssessPage = CompiledStrategy["assessPage"];

/**
 * Compiles the judgement before training. Pages of a target are recognised by their similarity to
 * the example; content pages cannot be recognised yet.
 */
function judgeUnlearned({ example, threshold }: SourceAim): AssessPage {
  const similarity = example === null ? () => 0 : similarityTo(Object.keys(example));
  return (page) => {
    const utility = similarity(pageStructure(page));
    const isTarget = example !== null && utility >= (threshold ?? LIKE);
    return {
      utility,
      isTarget,
      type: undefined,
      why: `sampled, like the example by ${utility.toFixed(3)}`,
    };
  };
}

/**
 * Compiles the judgement of pages: a page has the score of its cluster, the best one 1. Outliers
 * are kept for training.
 */
function judge({ threshold }: SourceAim, { site, worth, target }: Learned): AssessPage {
  const { clusterOf } = compileSite(site);
  const most = Math.max(...worth, Number.MIN_VALUE);
  return (page) => {
    const structure = pageStructure(page);
    const cluster = clusterOf(structure);
    const share = (worth[cluster] ?? 0) / most;
    const utility = target === NOISE ? share : Number(cluster === target);
    return {
      utility,
      isTarget: utility >= (threshold ?? WORTHY),
      type: typeName(cluster),
      why: `${typeName(cluster)}, worth ${share.toFixed(3)} of the best`,
      ...(cluster === NOISE ? { structure } : {}),
    };
  };
}

function follow({ site, worth }: Learned, settings: PublishedSourceSettings): LearnedCrawl {
  const { navigation } = compileSite(site);
  const clusters = new Map(site.sitemap.types.map(({ name }, cluster) => [name, cluster]));
  const isBalanced = settings.goal === "ucc" && settings.balance;
  return {
    pageTypes: { kind: "known", sitemap: site.sitemap },
    scoreLinks: ({ anchors }, { type = OUTLIER }) => {
      const cluster = clusters.get(type) ?? NOISE;
      return anchors.map(({ url, apath }): ScoredLink => {
        return { url, snippet: undefined, ...scored(navigation.destinationOf(cluster, apath)) };
      });
    },
    rescoreLink: ({ group: apath, parent }) => {
      const cluster = parent === undefined ? undefined : site.places[parent];
      return scored(navigation.destinationOf(cluster ?? NOISE, apath));
    },
    groups: {
      weigh: (tally, groups) => {
        const balance = isBalanced ? clusterBalance(site, tally) : [];
        const factors = worth.map((each, cluster) => each * (balance[cluster] ?? 1));
        return new Map(
          Array.from(groups, (group) => [group, expected(navigation.named(group), factors)]),
        );
      },
    },
  };
}

/**
 * Returns priority and group of a link: links of one kind share a group, and its weight is their
 * score.
 */
function scored({ name }: Destination): LinkScore {
  return { priority: 1, group: name, why: `links like ${name}` };
}

/** Returns Score(u) = Σ P(C) · Score(C) (equation 12). */
function expected({ shares }: Destination, scores: readonly number[]): number {
  let sum = 0;
  for (const [cluster, share] of shares) sum += share * (scores[cluster] ?? 0);
  return sum;
}

/** The factors of a cluster's score, and the share of authority in the first. */
type Factors = Pick<PublishedSourceSettings, "info" | "dsim" | "balance" | "alpha">;

/**
 * Returns the score of each cluster for a crawl for user-created content, without balance, in [0,
 * ∞). It is Info · DSim, Info = α · authority + (1 − α) · hub (Xu, Gao & Callan 2018, equations 9
 * to 11).
 */
export function contentWorth(
  { sitemap }: Pick<SiteModel, "sitemap">,
  { info, dsim, alpha }: Factors,
): number[] {
  return sitemap.types.map(
    ({ hub, authority, spread }) =>
      (info ? alpha * authority + (1 - alpha) * hub : 1) * (dsim ? spread : 1),
  );
}

/**
 * Returns the score of each cluster for a crawl for the pages of one cluster. It is Info with the
 * target's authority 1 and all others 0, and hubs by these (Xu, Gao & Callan 2018, § 4.4.2). All
 * scores are zero when the target is no cluster.
 */
export function targetWorth(
  { sitemap, table }: Pick<SiteModel, "sitemap" | "table">,
  target: number,
  alpha: number,
): number[] {
  const authorities = Float64Array.from(sitemap.types, (_, cluster) =>
    cluster === target ? 1 : 0,
  );
  const hubs = hubsTowards(authorities, clusterLinks(table));
  return Array.from(
    authorities,
    (authority, cluster) => alpha * authority + (1 - alpha) * (hubs[cluster] ?? 0),
  );
}

/**
 * Returns the balance of each cluster, in [0,1]: the share of all pages crawled that are not in it
 * (§ 4.4.1).
 */
export function clusterBalance(
  { sitemap, labels }: Pick<SiteModel, "sitemap" | "labels">,
  { pages, types }: Pick<GroupTally, "pages" | "types">,
): number[] {
  const all = labels.length + pages;
  return sitemap.types.map(
    (type, cluster) => 1 - (type.pages + (types.get(typeName(cluster)) ?? 0)) / all,
  );
}
