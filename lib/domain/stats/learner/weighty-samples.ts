import type { Samples } from "./learner.ts";
import { pickSamples } from "./pick-samples.ts";

/** Returns the samples with a weight above 0, in their order. */
export function weightySamples(samples: Samples): Samples {
  const { weights } = samples;
  if (weights.every((weight) => weight > 0)) return samples;
  return pickSamples(
    samples,
    Int32Array.from(weights.keys()).filter((row) => (weights[row] ?? 0) > 0),
  );
}
