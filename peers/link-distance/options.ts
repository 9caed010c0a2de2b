import { z } from "zod";
import { linkDistanceOptions } from "../../lib/domain/methods/link-distance/options.ts";

/** Most standard deviations: values further away practically never occur. */
const MAX_CONFIDENCE = 10;

const { depthPenalty } = linkDistanceOptions.shape;

/** Options of `published-link-distance`: Effland's crawler never corrects its predictions. */
export const publishedLinkDistanceOptions = linkDistanceOptions.omit({ online: true }).extend({
  depthPenalty: depthPenalty.removeDefault().default(0),
  confidence: z
    .number()
    .min(0)
    .max(MAX_CONFIDENCE)
    .default(0)
    .describe("Standard deviations of the trees that are added to a prediction."),
});

/** Settings of `published-link-distance`. */
export type PublishedLinkDistanceSettings = z.output<typeof publishedLinkDistanceOptions>;
