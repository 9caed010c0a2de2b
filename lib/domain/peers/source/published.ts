import { NOISE } from "../../cluster/clustering.ts";
import { pageStructure } from "../../page/page-structure.ts";
import { isDrifted } from "../../strategy/source/is-drifted.ts";
import type { Destination } from "../../strategy/source/navigation-table.ts";
import type { SourceSettings } from "../../strategy/source/options.ts";
import { compileSite, learnSite, type SiteModel } from "../../strategy/source/site-model.ts";
import { OUTLIER, typeName } from "../../strategy/source/sitemap.ts";
import { checkSourceNeed, type SourceAim, sourceAim } from "../../strategy/source/source-aim.ts";
import { likenessTo } from "../../strategy/source/structure-similarity.ts";
import type { CompiledStrategy, LinkScore, ScoredLink, Strategy } from "../../strategy/strategy.ts";
import {
  type LearnedCrawl,
  type SampledModel,
  sampledStrategy,
} from "../sampling/sampled-strategy.ts";
import { clusterBalance, contentWorth, targetWorth } from "./cluster-worth.ts";

/** Fewest pages of a cluster (Xu, Gao & Callan 2018, after Ester et al. 1996). */
const MIN_PTS = 4;

/** With fewer than this many outliers the knee is too far up (see `docs/decisions/source.md`). */
const LEAST_NOISE = 0.04;

/** Least likeness of a target page before the site is learned, all paths weighing alike. */
const LIKE = 0.8;

/** Least worth of a wanted page, where the need names none: half of what the best type has. */
const WORTHY = 0.5;

type Learned = {
  readonly site: SiteModel;
  /** By cluster: its worth but for balance, in [0, ∞). */
  readonly worth: readonly number[];
  /** Cluster of the example page; −1 where there is none. */
  readonly target: number;
};

/**
 * SOUrCe as published (Xu, Gao & Callan 2018): the site is sampled by Apath and clustered; each link is
 * worth what the clusters are that links of its kind lead to. For user-created content a cluster is worth
 * Info · DSim · Balance, for a target Info with the authority fixed at the example's cluster.
 */
export function publishedSource(
  settings: SourceSettings,
  crawl: { readonly seed: number; readonly sampleSize: number },
): Strategy<SampledModel<SourceAim, Learned>> {
  return sampledStrategy<SourceAim, Learned>({
    ...crawl,
    name: "source",
    sampling: settings.sampling,
    drawsSitemap: true,
    ...checkSourceNeed(settings),
    aim: (need) => sourceAim(settings, need),
    learn: (sample, { example }) => {
      const choice = { minPts: MIN_PTS, leastNoise: LEAST_NOISE, eps: settings.eps } as const;
      const site = learnSite(sample, {
        ...choice,
        paths: settings.variant === "paper" ? "tags" : "all",
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

type AssessPage = CompiledStrategy["assessPage"];

/** Pages of a target are known by their likeness to the example, those of content not at all. */
function judgeUnlearned({ example, threshold }: SourceAim): AssessPage {
  const likeness = example === null ? () => 0 : likenessTo(Object.keys(example));
  return (page) => {
    const utility = likeness(pageStructure(page));
    const isTarget = example !== null && utility >= (threshold ?? LIKE);
    return {
      utility,
      isTarget,
      type: undefined,
      why: `sampled, like the example by ${utility.toFixed(3)}`,
    };
  };
}

/** A page is worth what its cluster is, the best one 1; outliers are kept to learn from. */
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

function follow({ site, worth }: Learned, settings: SourceSettings): LearnedCrawl {
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

/** Links of one kind share a group, and its weight is their score. */
function scored({ name }: Destination): LinkScore {
  return { priority: 1, group: name, why: `links like ${name}` };
}

/** Score(u) = Σ P(C) · Score(C) (equation 12). */
function expected({ shares }: Destination, scores: readonly number[]): number {
  let sum = 0;
  for (const [cluster, share] of shares) sum += share * (scores[cluster] ?? 0);
  return sum;
}
