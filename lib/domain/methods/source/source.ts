import { loadPeers } from "../load-peers.ts";
import { strategyModule } from "../strategy-module.ts";
import { learningSource } from "./learning-source.ts";
import { sourceOptions } from "./options.ts";
import { sampleSizeFor } from "./sample-size.ts";

/**
 * `source`: structure-oriented crawling of one site without labels (SOUrCe; Xu, Gao & Callan 2018).
 * It learns during the crawl, or works as published. The published score is the best known for
 * judging content by structure alone.
 */
export const source = strategyModule({
  name: "source",
  description: "Links by the page types of the site that they should lead to (Xu 2018).",
  options: sourceOptions,
  create: (settings, { seed, pages }) => {
    const { variant, goal, text } = settings;
    if (variant === "dowser" && (goal === "target" || text)) return learningSource(settings);
    const sampleSize = settings.sampleSize ?? sampleSizeFor(goal, pages);
    return loadPeers.publishedSource().then((make) => make(settings, { seed, sampleSize }));
  },
});
