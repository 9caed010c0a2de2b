import { z } from "zod";
import type { Json } from "../../lib/domain/json.ts";
import {
  judgedBy,
  pageEstimatorOption,
} from "../../lib/domain/methods/adaptive/chosen-estimation.ts";
import { judgingBy, type PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type {
  CompiledStrategy,
  Evidence,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { remember } from "../../lib/domain/text/safe-text.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { commonUrlWords, urlSkeleton } from "../../lib/domain/web/url/url-skeleton.ts";
import {
  type ArmCounts,
  compileCounts,
  countArms,
  drawnSince,
  FIRST,
  hasGrown,
  priorityWithin,
  upperConfidence,
  weightOf,
} from "./arms.ts";

const options = z.strictObject({
  exploration: z
    .number()
    .min(0)
    .default(Math.SQRT2)
    .describe("Weight of chance that rarely tried URL patterns have."),
  pageEstimator: pageEstimatorOption,
});

type UrlModel = {
  readonly pages: Json;
  /** Words that the discovered URLs share. */
  readonly words: readonly string[];
  /** The patterns that are arms of their own. */
  readonly patterns: readonly string[];
  /** Links drawn, to pages or in vain. */
  readonly drawn: number;
  /** By pattern. */
  readonly counts: ArmCounts;
};

/** Most patterns that are arms: those of the most URLs. */
const MOST_PATTERNS = 1_000;

/** The arm of all other patterns, and of those discovered since the training. */
const OTHERS = "others";

/** URLs whose pattern is cached, some 5 MB. */
const MOST_URLS = 20_000;

/**
 * Compiles UCB1 (Auer, Cesa-Bianchi & Fischer 2002) over URL patterns: links with one skeleton are
 * one arm, whose reward is 1 for a target and 0 for another page or none. Within an arm links are
 * drawn by chance. The patterns are learned again as pages arrive.
 */
export function urlStrategy(
  { exploration }: z.output<typeof options>,
  { seed, estimation }: { readonly seed: number; readonly estimation: PageEstimation },
): Strategy<UrlModel> {
  return {
    name: "url-bandit",
    selection: { kind: "best" },
    merge: "first",
    keepsOutlinks: true,
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    train: (evidence, need, previous) => {
      const { visits, misses } = evidence;
      const urls = discovered(evidence);
      const words = commonUrlWords(urls);
      const skeletonOf = remember(urlSkeleton(words), Number.POSITIVE_INFINITY);
      return {
        pages: estimation.train(need, previous?.pages),
        words,
        patterns: mostFrequent(Array.from(urls, skeletonOf)),
        drawn: visits.length + misses.length,
        counts: countArms(evidence, ({ url }) => skeletonOf(url)),
      };
    },
    compile: (model) => ({
      ...judgingBy(estimation, model.pages),
      labelNotes: estimation.notes?.(model.pages) ?? [],
      ...compileLinks(model, { seed, exploration }),
    }),
    isStale: hasGrown,
  };
}

/** `url-bandit`: links by the bandit of their URL pattern. */
export default strategyModule({
  name: "url-bandit",
  description: "URL patterns as arms of a bandit (UCB1, Auer 2002).",
  options,
  create: (settings, { seed }) =>
    judgedBy<Strategy>(settings.pageEstimator, seed, (estimation) =>
      urlStrategy(settings, { seed, estimation }),
    ),
});

function discovered({ visits, misses }: Evidence): ReadonlySet<Url> {
  const urls = new Set<Url>();
  for (const { url, outlinks } of visits) {
    urls.add(url);
    for (const outlink of outlinks) urls.add(outlink);
  }
  for (const { url } of misses) urls.add(url);
  return urls;
}

/** Returns the patterns of the most URLs; the order of discovery breaks ties. */
function mostFrequent(patterns: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const pattern of patterns) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_PATTERNS)
    .map(([pattern]) => pattern);
}

function compileLinks(
  { words, patterns, drawn, counts }: UrlModel,
  { seed, exploration }: { readonly seed: number; readonly exploration: number },
): Pick<CompiledStrategy, "scoreLinks" | "rescoreLink" | "groups"> {
  const arms = new Set(patterns);
  const resultsOf = compileCounts(counts);
  const skeletonOf = urlSkeleton(words);
  const armOf = remember((url: Url) => {
    const skeleton = skeletonOf(url);
    return arms.has(skeleton) ? skeleton : OTHERS;
  }, MOST_URLS);
  const score = (url: Url) => {
    const group = armOf(url);
    return { priority: priorityWithin(hashToUnit(seed, url)), group, why: `URL pattern ${group}` };
  };
  return {
    scoreLinks: ({ anchors }) => {
      const urls = new Set(anchors.map(({ url }) => url));
      return Array.from(urls, (url): ScoredLink => ({ url, snippet: undefined, ...score(url) }));
    },
    rescoreLink: ({ url }) => score(url),
    groups: {
      weigh: (tally, groups) => {
        const t = drawn + drawnSince(tally);
        const weights = new Map<string, number>();
        for (const group of groups) {
          const { pages, targets, misses } = resultsOf(group, tally);
          const value = upperConfidence({ draws: pages + misses, reward: targets }, t, exploration);
          weights.set(group, group === "" ? FIRST : weightOf(value));
        }
        return weights;
      },
    },
  };
}
