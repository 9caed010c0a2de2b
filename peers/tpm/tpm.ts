import { z } from "zod";
import type { Sample } from "../../lib/domain/methods/source/sample.ts";
import {
  type PathWeights,
  pathWeights,
  similarityTo,
} from "../../lib/domain/methods/source/site-model.ts";
import {
  checkExample,
  requireExample,
  sampleSizeOption,
} from "../../lib/domain/methods/source/source-aim.ts";
import type {
  LinkScore,
  PageAssessment,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { pageStructure } from "../../lib/domain/page/page-structure.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { otsuCut } from "../../lib/domain/stats/cluster/clustering.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { sampleSizeFor } from "../sampling/sample-size.ts";
import {
  type LearnedCrawl,
  type SampledModel,
  sampledStrategy,
} from "../sampling/sampled-strategy.ts";
import { compileChain, type PatternChain, patternChain, type Step } from "./pattern-chain.ts";
import { targetMap } from "./target-map.ts";

/** `tpm`: links along URL patterns that lead to pages like the example. */
export default strategyModule({
  name: "tpm",
  description: "Links along the URL patterns that lead to pages like the example (Vidal 2006).",
  options: z.strictObject({ sampleSize: sampleSizeOption }),
  create: ({ sampleSize }, { seed, pages }) =>
    alongPatterns({ seed, sampleSize: sampleSize ?? sampleSizeFor("target", pages) }),
});

/**
 * The example page, and the least similarity of a page of its type; `null` when the sample decides
 * it.
 */
type TpmAim = {
  readonly url: Url;
  readonly paths: readonly string[];
  readonly threshold: number | null;
};

type TpmLearned = {
  readonly weights: PathWeights;
  readonly threshold: number;
  readonly chain: PatternChain;
};

/** Type of the pages that are similar to the example. */
const TARGET = "target";

/**
 * Least similarity of a target page while the site is sampled and all paths have equal weight: most
 * paths are shared.
 */
const UNLEARNED_THRESHOLD = 0.8;

/**
 * Least similarity of a target page by weighted paths. A sample without target pages is also cut
 * somewhere, but lower. On five forums 0.3 to 0.4 did best.
 */
const LEAST_THRESHOLD = 0.3;

/**
 * Compiles TPM, as far as it is known from Vidal, da Silva, de Moura & Cavalcanti 2006. It samples
 * the site in breadth-first order and learns the chain of URL patterns that leads to most pages
 * structured like the example. Then the links of the chain are followed, those to target pages from
 * anywhere. All others are dropped.
 *
 * The original compares pages by tree edit distance. Here it is the cosine of their paths, cut
 * where it separates the sample best (Otsu 1979).
 */
function alongPatterns(crawl: {
  readonly seed: number;
  readonly sampleSize: number;
}): Strategy<SampledModel<TpmAim, TpmLearned>> {
  return sampledStrategy<TpmAim, TpmLearned>({
    ...crawl,
    name: "tpm",
    sampling: "breadth-first",
    checkNeed: (need) => {
      checkExample("tpm", need);
      return undefined;
    },
    aim: (need) => {
      const example = requireExample("tpm", need);
      const paths = Object.keys(pageStructure(example).paths);
      return { url: example.url, paths, threshold: need.threshold ?? null };
    },
    learn,
    judge,
    follow,
  });
}

function learn(sample: Sample, { url, paths, threshold: asked }: TpmAim): TpmLearned {
  const structures = sample.pages.map(({ structure }) => structure);
  const example = { paths: Object.fromEntries(paths.map((path) => [path, 1])) };
  const weights = pathWeights([...structures, example]);
  const similarities = structures.map(similarityTo(paths, weights));
  const threshold = asked ?? Math.max(LEAST_THRESHOLD, otsuCut(similarities) ?? LEAST_THRESHOLD);
  const ways = targetMap(sample, (place) => (similarities[place] ?? 0) >= threshold);
  return { weights, threshold, chain: patternChain(sample, ways, url) };
}

function judge(aim: TpmAim, learned: TpmLearned | undefined): (page: PageView) => PageAssessment {
  const similarity = similarityTo(aim.paths, learned?.weights);
  const threshold = learned?.threshold ?? aim.threshold ?? UNLEARNED_THRESHOLD;
  return (page) => {
    const utility = similarity(pageStructure(page));
    const isTarget = utility >= threshold;
    return {
      utility,
      isTarget,
      type: isTarget ? TARGET : undefined,
      why: `similarity to the example ${utility.toFixed(3)}`,
    };
  };
}

function follow({ chain }: TpmLearned): LearnedCrawl {
  const stepsFrom = compileChain(chain);
  return {
    scoreLinks: (page) => {
      const stepTo = stepsFrom(page.url);
      const urls = new Set(page.anchors.map(({ url }) => url));
      return [...urls].flatMap((url): ScoredLink[] => {
        const step = stepTo(url);
        return step === undefined ? [] : [{ url, snippet: undefined, ...FOLLOWED[step] }];
      });
    },
    rescoreLink: ({ url, parent }) => FOLLOWED[stepsFrom(parent)(url) ?? "off"],
  };
}

/**
 * Links are followed in order of discovery. A waiting link cannot be dropped, but it waits until
 * all others are fetched.
 */
const FOLLOWED: Readonly<Record<Step | "off", LinkScore>> = {
  target: { priority: 1, group: "", why: "matches the target pattern" },
  next: { priority: 1, group: "", why: "matches the next pattern of the chain" },
  off: { priority: 0, group: "", why: "off the chain of patterns" },
};
