import { adaptiveStrategy } from "../../lib/domain/methods/adaptive/adaptive.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { linksBy } from "./link-trainer.ts";
import { publishedAdaptiveOptions } from "./options.ts";
import { pagesBy } from "./page-trainer.ts";

/** `published-adaptive`: `adaptive` as published, and with any other learner of pages and links. */
export default strategyModule({
  name: "published-adaptive",
  description: "Links by what links like them led to, as published (Xu 2014).",
  options: publishedAdaptiveOptions,
  create: (settings, { seed, asksQueries = false }) =>
    adaptiveStrategy(settings, {
      seed,
      asksQueries,
      estimation: pagesBy(settings.pageLearner, seed, settings.variant),
      linkTrainer: linksBy(settings.linkLearner),
      // As published, only pages are learned from.
      learnsFromMisses: settings.variant !== "paper",
    }),
});
