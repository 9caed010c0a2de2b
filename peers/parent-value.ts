import { z } from "zod";
import { judgedBy, pageEstimatorOption } from "../lib/domain/methods/adaptive/chosen-estimation.ts";
import { baselineStrategy } from "../lib/domain/methods/baseline/baseline.ts";
import type { Strategy } from "../lib/domain/methods/strategy.ts";
import { strategyModule } from "../lib/domain/methods/strategy-module.ts";

/**
 * `parent-value`: a link is worth the judgement of the best page that links to it, by the best
 * judge there is (Pezzuti, MacAvaney & Tonellotto 2025; in the manner of Craw4LLM, Yu, Liu & Xiong
 * 2025). Theirs is a neural estimator of a page's quality; here it is the trained judge of the need.
 * It differs from `best-first` in that judge alone.
 */
export default strategyModule({
  name: "parent-value",
  description: "Links by the judgement of the best page that they are on (Pezzuti 2025).",
  options: z.strictObject({ pageEstimator: pageEstimatorOption.default("learned") }),
  create: ({ pageEstimator }, { seed }) =>
    judgedBy<Strategy>(pageEstimator, seed, (estimation) => ({
      ...baselineStrategy("best-first", estimation),
      name: "parent-value",
    })),
});
