import type { Json } from "../json.ts";
import type { PageView } from "../page/page-view.ts";
import { hashToUnit } from "../random/hash-to-unit.ts";
import type { Need, PageAssessment } from "./strategy.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "./topic-profile.ts";

/** How fetched pages are judged: learned from the need, compiled once, called on every page. */
export interface PageEstimation<Model extends Json = Json> {
  /** Same need and `previous`, the model that the crawl had until now: same model. */
  train(need: Need, previous: Model | undefined): Model;
  compile(model: Model): (page: PageView) => PageAssessment;
}

/** Pages by their likeness with the need, as the classical orders judge them. */
export const topicEstimation: PageEstimation<TopicProfile> = {
  train: topicProfile,
  compile: compileTopicProfile,
};

/** The same estimation that learns anew only when the need is another: for one that takes long to learn. */
export function learnedOnce<Model extends Json>(
  estimation: PageEstimation<Model>,
): PageEstimation<{ readonly need: number; readonly model: Model }> {
  return {
    train: (need, previous) => {
      const print = printOf(need);
      return previous?.need === print
        ? previous
        : { need: print, model: estimation.train(need, previous?.model) };
    },
    compile: ({ model }) => estimation.compile(model),
  };
}

/** A number in (0,1) that tells needs apart by their topic, threshold and labelled pages. */
function printOf({ topic, threshold, good, bad }: Need): number {
  const urls = (pages: readonly PageView[]) => pages.map(({ url }) => url).join(" ");
  return hashToUnit(0, [topic ?? "", String(threshold), urls(good), urls(bad)].join("\n"));
}
