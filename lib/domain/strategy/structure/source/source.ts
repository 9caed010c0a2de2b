import type { Strategy } from "../../strategy.ts";
import type { SourceSettings } from "../source-settings.ts";
import { learningSource } from "./learning-source.ts";
import { publishedSource } from "./published.ts";

/**
 * Structure-oriented crawling of one site without labels (SOUrCe; Xu, Gao & Callan 2018): as published, or
 * learning as it crawls. To judge content by structure alone the published score is the best there is.
 */
export function source(
  settings: SourceSettings,
  crawl: { readonly seed: number; readonly sampleSize: number },
): Strategy {
  const { variant, goal, text } = settings;
  const learns = variant === "dowser" && (goal === "target" || text);
  return learns ? learningSource(settings) : publishedSource(settings, crawl);
}
