/** `dowser/strategy`: what a strategy module is made of; docs/strategies.md explains it. */

/** Says which options a strategy has. */
export { z } from "zod";
export type { Merge, Selection } from "../domain/frontier/frontier-policy.ts";
export type {
  CompiledStrategy,
  Evidence,
  LinkContext,
  LinkFacts,
  LinkScore,
  Need,
  PageAssessment,
  ScoredLink,
  Strategy,
  Visit,
} from "../domain/methods/strategy.ts";
export {
  type StrategyContext,
  type StrategyModule,
  strategyModule,
} from "../domain/methods/strategy-module.ts";
export {
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "../domain/methods/topic-profile.ts";
export type { PageView } from "../domain/page/page-view.ts";
export type { Host, Url } from "../domain/web/url/url.ts";
