import type { Json } from "../json.ts";
import type { TextView } from "../page/page-view.ts";
import { hashToUnit } from "../stats/random/random.ts";
import { GOOD_FROM } from "./label-need.ts";
import { portableCosine, portableWords } from "./portable-model.ts";
import type { CompiledStrategy, JudgePage, Need, PortablePages } from "./strategy.ts";
import { compileTopicJudge, needsWords, type TopicJudge, trainTopicJudge } from "./topic-judge.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "./topic-profile.ts";

/** A way to judge fetched pages: trained on the need, compiled once, called on every page. */
export interface PageEstimation<Model extends Json = Json> {
  /**
   * Trains the model. The same need and `previous`, the model that the crawl had until now, give
   * the same model.
   */
  train(need: Need, previous: Model | undefined): Model;
  compile(model: Model): JudgePage;
  /** Whether its judge reads more of a page than its texts. */
  readonly needsViews?: boolean;
  /** See `portablePages` of a compiled strategy. */
  portable?(model: Model): PortablePages;
  /** See `labelNotes` of a compiled strategy. */
  notes?(model: Model): readonly string[];
  /** Whether it learns from {@link Need.seen}, for this need; its strategy says so, too. */
  readonly learnsFromSeen?: (need: Need) => boolean;
}

/**
 * Judges pages by their similarity to the need, as the classical orders do. With bad examples it is
 * the cosine, without any the words of the need against what the crawl has seen.
 */
export const topicEstimation: PageEstimation<TopicProfile | TopicJudge> = {
  learnsFromSeen: needsWords,
  train: (need) =>
    need.bad.length > 0 ? topicProfile(need) : trainTopicJudge(need, need.threshold ?? GOOD_FROM),
  compile: (model) => ("cut" in model ? compileTopicJudge(model) : compileTopicProfile(model)),
  portable: (model) => ("cut" in model ? portableWords(model) : portableCosine(model)),
};

/** Returns the parts of a compiled strategy that judge pages, by their texts where these are enough. */
export function judgingBy<Model extends Json>(
  estimation: Pick<PageEstimation<Model>, "compile" | "needsViews" | "portable">,
  model: Model,
): Pick<CompiledStrategy, "assessPage" | "assessTexts" | "portablePages"> {
  const judge = estimation.compile(model);
  const portable = estimation.portable?.bind(estimation);
  return {
    assessPage: judge,
    ...(estimation.needsViews !== true && { assessTexts: judge }),
    ...(portable && { portablePages: () => portable(model) }),
  };
}

/** Wraps an estimation so that it trains again only when the need changes; for slow trainings. */
export function learnedOnce<Model extends Json>(
  estimation: PageEstimation<Model>,
): PageEstimation<{ readonly need: number; readonly model: Model }> {
  const portable = estimation.portable?.bind(estimation);
  return {
    train: (need, previous) => {
      const print = printOf(need);
      return previous?.need === print
        ? previous
        : { need: print, model: estimation.train(need, previous?.model) };
    },
    compile: ({ model }) => estimation.compile(model),
    ...(portable && { portable: ({ model }) => portable(model) }),
    notes: ({ model }) => estimation.notes?.(model) ?? [],
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    ...(estimation.needsViews === true && { needsViews: true }),
  };
}

/** Computes a number in (0,1) that identifies a need by its topic, threshold and pages. */
function printOf({ topic, words, threshold, good, bad, seen }: Need): number {
  const urls = (pages: readonly TextView[]) => pages.map(({ url }) => url).join(" ");
  const about = [topic ?? "", ...(words === undefined ? [] : ["", ...words])].join("\t");
  const parts = [about, String(threshold), urls(good), urls(bad)];
  return hashToUnit(0, [...parts, ...(seen.length === 0 ? [] : [urls(seen)])].join("\n"));
}
