import { towardsTargets } from "../../lib/domain/methods/link-distance/towards-targets.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { leftOutErrors } from "./left-out-errors.ts";
import { publishedLinkDistanceOptions } from "./options.ts";
import { paperTrainer } from "./paper-trainer.ts";

/** Name of the form of its trained data. */
const VARIANT = "paper";

/** `published-link-distance`: links by random forests trained on click paths, as Effland's are. */
export default strategyModule({
  name: "published-link-distance",
  description: "Links by what click paths to targets on other sites teach, as published (Effland).",
  options: publishedLinkDistanceOptions,
  modelOption: "model",
  pathModel: {
    variant: VARIANT,
    learn: (settings, marked, seed) => paperTrainer(settings, seed).learn(marked),
    leftOutErrors,
  },
  create: (settings, { seed }) =>
    towardsTargets(paperTrainer(settings, seed), {
      variant: VARIANT,
      linksPredict: "page",
      trainsAgain: settings.siblingShortfall > 0,
    }),
});
