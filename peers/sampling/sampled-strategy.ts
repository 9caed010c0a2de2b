import type { Json } from "../../lib/domain/json.ts";
import { type Sample, sampleOf } from "../../lib/domain/methods/source/sample.ts";
import type {
  CompiledStrategy,
  Need,
  Progress,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { pageStructure } from "../../lib/domain/page/page-structure.ts";
import type { Anchor } from "../../lib/domain/page/page-view.ts";
import { keptLink, linkSampler, type SamplingOrder } from "./sample-links.ts";

/** The model of a strategy that samples a site first; `aim` is its data from the need. */
export type SampledModel<Aim extends Json, Learned extends Json> =
  | {
      readonly phase: "sampling";
      readonly aim: Aim;
      /** Pages fetched when the training is due. */
      readonly until: number;
      /** Whether the site was learned before and has changed since. */
      readonly again: boolean;
    }
  | { readonly phase: "crawling"; readonly aim: Aim; readonly learned: Learned };

/** How a site is crawled after training. */
export type LearnedCrawl = Pick<
  CompiledStrategy,
  "scoreLinks" | "rescoreLink" | "groups" | "pageTypes"
>;

/** The parts in which strategies differ that learn a site from a sample of its pages. */
export interface SampledCrawl<Aim extends Json, Learned extends Json> {
  readonly name: string;
  readonly sampling: SamplingOrder;
  /** Pages of a sample, ≥ 1. */
  readonly sampleSize: number;
  /** Seed of the crawl. */
  readonly seed: number;
  /**
   * A mark for properties of a link that its Apath lacks. It precedes the Apath in the link's group
   * while the site is sampled.
   */
  readonly markOf?: (anchor: Anchor) => string;
  readonly checkNeed?: (need: Need) => string | undefined;
  readonly aim: (need: Need) => Aim;
  readonly learn: (sample: Sample, aim: Aim) => Learned;
  /** Compiles the judgement of pages; `learned` is `undefined` while the site is sampled. */
  readonly judge: (aim: Aim, learned: Learned | undefined) => CompiledStrategy["assessPage"];
  /**
   * Compiles the scores of links. When `rescoreLink` gets a waiting link, its group is the Apath at
   * which it was sampled.
   */
  readonly follow: (learned: Learned, aim: Aim) => LearnedCrawl;
  /** Set if the trained model has a sitemap. */
  readonly drawsSitemap?: true;
  /** Returns whether the site has changed since training. Then it is sampled again. */
  readonly isDrifted?: (progress: Progress, learned: Learned) => boolean;
}

/**
 * Compiles a strategy in two phases. First, pages are sampled and their structure is kept. Then the
 * site is learned from them, and crawled with the trained model. The crawl goes on with the links
 * found by the sample.
 */
export function sampledStrategy<Aim extends Json, Learned extends Json>(
  crawl: SampledCrawl<Aim, Learned>,
): Strategy<SampledModel<Aim, Learned>> {
  const { name, sampleSize } = crawl;
  return {
    name,
    selection: { kind: "best" },
    merge: "greater",
    learnsKinds: true,
    ...(crawl.checkNeed === undefined ? {} : { checkNeed: crawl.checkNeed }),
    train: (evidence, need, previous) => {
      const aim = crawl.aim(need);
      if (previous?.phase === "sampling")
        return { phase: "crawling", aim, learned: crawl.learn(sampleOf(evidence), aim) };
      const until = evidence.visits.length + sampleSize;
      return { phase: "sampling", aim, until, again: previous !== undefined };
    },
    compile: (model) =>
      model.phase === "sampling" ? compileSampling(crawl, model) : compileCrawl(crawl, model),
    isStale: (progress, model) =>
      model.phase === "sampling"
        ? progress.pages >= model.until
        : (crawl.isDrifted?.(progress, model.learned) ?? false),
  };
}

function compileSampling<Aim extends Json, Learned extends Json>(
  { sampling, seed, judge, isDrifted, markOf, drawsSitemap }: SampledCrawl<Aim, Learned>,
  { aim, until, again }: Extract<SampledModel<Aim, Learned>, { phase: "sampling" }>,
): CompiledStrategy {
  const assess = judge(aim, undefined);
  const sample = linkSampler(sampling, seed, markOf);
  return {
    phase: again ? "sampling again" : "sampling",
    assessPage: (page, context) => ({
      ...assess(page, context),
      structure: pageStructure(page),
    }),
    scoreLinks: (page, { structure }, context) =>
      sample(page, structure ?? pageStructure(page), context),
    rescoreLink: ({ url, group }) => ({ ...keptLink(url, seed), group }),
    // Otherwise weights set by an earlier crawl would remain.
    ...(isDrifted === undefined ? {} : { groups: { weigh: evenWeights } }),
    ...(drawsSitemap === undefined
      ? {}
      : { pageTypes: { kind: "learning", from: until } as const }),
  };
}

function evenWeights(_tally: unknown, groups: Iterable<string>): ReadonlyMap<string, number> {
  return new Map(Array.from(groups, (group) => [group, 1]));
}

function compileCrawl<Aim extends Json, Learned extends Json>(
  crawl: SampledCrawl<Aim, Learned>,
  { aim, learned }: Extract<SampledModel<Aim, Learned>, { phase: "crawling" }>,
): CompiledStrategy {
  return {
    phase: "crawling",
    assessPage: crawl.judge(aim, learned),
    ...crawl.follow(learned, aim),
  };
}
