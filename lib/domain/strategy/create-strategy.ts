import type { LearnerName } from "../learner/create-learner.ts";
import { adaptive } from "./adaptive/adaptive.ts";
import type { AdaptiveSettings } from "./adaptive/adaptive-settings.ts";
import { learnedEstimation } from "./adaptive/page-estimator/learned-estimation.ts";
import { type BaselineName, baselineStrategy } from "./baseline-strategy.ts";
import { type CommdSettings, commd } from "./comments/commd.ts";
import { type OpicSettings, opic } from "./comments/opic.ts";
import { contextGraph } from "./context-graph/context-graph.ts";
import type { ContextGraphSettings } from "./context-graph/context-graph-settings.ts";
import { type FishSettings, fishSearch } from "./fish-search.ts";
import { linkDistance } from "./link-distance/link-distance.ts";
import type { LinkDistanceSettings } from "./link-distance/link-distance-settings.ts";
import { linkLearner } from "./link-learner/link-learner.ts";
import { type LinkLearnerSettings } from "./link-learner/link-learner-settings.ts";
import { lokman } from "./lokman/lokman.ts";
import type { LokmanSettings } from "./lokman/lokman-settings.ts";
import { naive } from "./naive.ts";
import { learnedOnce, type PageEstimation, topicEstimation } from "./page-estimation.ts";
import { type RankSettings, rankStrategy } from "./rank-strategy.ts";
import { type SharkSettings, sharkSearch } from "./shark-search.ts";
import type { Strategy } from "./strategy.ts";
import { type IrobotSettings, irobot } from "./structure/irobot/irobot.ts";
import { sampleSize } from "./structure/sample-size.ts";
import { source } from "./structure/source/source.ts";
import type { SourceSettings } from "./structure/source-settings.ts";
import { type TpmSettings, tpm } from "./structure/tpm/tpm.ts";

/** A strategy's name and settings. */
export type StrategyChoice =
  | BaselineSettings
  | FishSettings
  | SharkSettings
  | RankSettings
  | LokmanSettings
  | CommdSettings
  | OpicSettings
  | TpmSettings
  | IrobotSettings
  | SourceSettings
  | AdaptiveSettings
  | LinkDistanceSettings
  | ContextGraphSettings
  | (LinkLearnerSettings & LearnedPages)
  | ({ readonly name: "naive" } & LearnedPages);

/** An order that learns nothing of links, and what pages are judged by. */
export interface BaselineSettings {
  readonly name: BaselineName;
  /** Their cosine with the need if left out. */
  readonly pageEstimator?: "cosine" | "learned";
}

/** A strategy whose pages are judged by what the need's good and bad pages teach. */
interface LearnedPages {
  readonly pageLearner: LearnerName | "auto";
}

/** The crawl that a strategy is made for. */
export interface StrategyContext {
  /** Seed of everything random. */
  readonly seed: number;
  /** Pages of the crawl's budget; `Infinity` where it sets no bound. */
  readonly pages: number;
  /** Whether it asks a search engine queries of its own making; it does not if left out. */
  readonly asksQueries?: boolean;
}

/** The strategy that a project file asks for. */
export function createStrategy(choice: StrategyChoice, context: StrategyContext): Strategy {
  const { seed, pages, asksQueries = false } = context;
  switch (choice.name) {
    case "breadth-first":
    case "depth-first":
    case "random":
    case "best-first":
      return baselineStrategy(
        choice.name,
        choice.pageEstimator === "learned"
          ? pagesLearned("ridge-regression", context)
          : topicEstimation,
      );
    case "fish-search":
      return fishSearch(choice);
    case "shark-search":
      return sharkSearch(choice);
    case "pagerank":
    case "hits":
      return rankStrategy(choice);
    case "lokman":
      return lokman(choice);
    case "commd":
      return commd(choice);
    case "opic":
    case "opic-commd":
      return opic(choice);
    case "tpm":
      return tpm(choice, { seed, sampleSize: choice.sampleSize ?? sampleSize("target", pages) });
    case "irobot":
      return irobot(choice, { seed, sampleSize: choice.sampleSize ?? sampleSize("ucc", pages) });
    case "source":
      return source(choice, {
        seed,
        sampleSize: choice.sampleSize ?? sampleSize(choice.goal, pages),
      });
    case "adaptive": {
      const estimation = pagesLearned(choice.pageLearner, context, choice.variant);
      return adaptive(choice, { seed, estimation, asksQueries });
    }
    case "link-distance":
      return linkDistance(choice, { seed });
    case "context-graph":
      return contextGraph(choice);
    case "link-learner":
      return linkLearner(choice, { seed, estimation: pagesLearned(choice.pageLearner, context) });
    case "naive":
      return naive({ seed, asksQueries, estimation: pagesLearned(choice.pageLearner, context) });
  }
}

/** All strategies that judge pages by labels judge alike, so that what they fetch can be compared. */
function pagesLearned(
  learner: LearnerName | "auto",
  { seed }: StrategyContext,
  variant: AdaptiveSettings["variant"] = "dowser",
): PageEstimation {
  return learnedOnce(learnedEstimation({ variant, learner, seed }));
}
