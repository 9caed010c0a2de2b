import { strategyModule } from "../strategy-module.ts";
import { dowserTrainer } from "./dowser/dowser-trainer.ts";
import { linkDistanceOptions } from "./options.ts";
import { towardsTargets } from "./towards-targets.ts";

/** Name of the form of its trained data. */
const VARIANT = "dowser";

/** `link-distance`: links by a model trained on click paths to targets on other sites. */
export const linkDistance = strategyModule({
  name: "link-distance",
  description: "Links by what click paths to relevant pages on other sites teach (Effland).",
  options: linkDistanceOptions,
  modelOption: "model",
  pathModel: {
    variant: VARIANT,
    learn: (settings, marked, seed) => dowserTrainer(settings, seed).learn(marked),
  },
  create: (settings, { seed }) =>
    towardsTargets(dowserTrainer(settings, seed), {
      variant: VARIANT,
      linksPredict: "page-or-behind",
      trainsAgain: settings.online || settings.siblingShortfall > 0,
    }),
});
