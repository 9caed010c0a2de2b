import { strategyModule } from "../strategy-module.ts";
import { learningSource } from "./learning-source.ts";
import { sourceOptions } from "./source-aim.ts";

/**
 * `source`: structure-oriented crawling of one site without labels (SOUrCe; Xu, Gao & Callan 2018),
 * which learns during the crawl.
 */
export const source = strategyModule({
  name: "source",
  description: "Links by the page types of the site that they should lead to (Xu 2018).",
  options: sourceOptions,
  create: learningSource,
});
