import { z } from "zod";
import { type PageEstimation, topicEstimation } from "../page-estimation.ts";

/** Option of the strategies that judge pages apart from ordering links. */
export const pageEstimatorOption = z
  .enum(["cosine", "learned"])
  .exactOptional()
  .describe(
    "Pages judged by their similarity to the need, as if left out, or by what its examples teach.",
  );

/**
 * Makes something with the judge of pages that the option names. The trained one is loaded only
 * when it is asked for.
 */
export function judgedBy<Made>(
  pageEstimator: z.output<typeof pageEstimatorOption> | undefined,
  seed: number,
  make: (estimation: PageEstimation) => Made,
): Made | Promise<Made> {
  return pageEstimator === "learned" ? learned(seed).then(make) : make(topicEstimation);
}

async function learned(seed: number): Promise<PageEstimation> {
  const { learnedPages } = await import("./page-estimator/learned-estimation.ts");
  return learnedPages(seed);
}
