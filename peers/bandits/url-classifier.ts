import type { Visit } from "../../lib/domain/methods/strategy.ts";
import { probability, type Weights } from "../../lib/domain/stats/learner/cross-validation.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { BIAS, trainLinkClasses } from "./link-classes.ts";

/** Returns the distinct pairs of neighbouring characters of a URL. */
export function urlBigrams(url: Url): readonly string[] {
  const pairs = new Set([BIAS]);
  for (let at = 1; at < url.length; at += 1) pairs.add(url.slice(at - 1, at + 1));
  return [...pairs];
}

/**
 * Trains the URL classifier of Gauquier, Manolescu & Senellart 2026: logistic, on character 2-grams,
 * from the pages fetched so far. `null` until there are targets and other pages.
 */
export function trainUrlClassifier(
  visits: readonly Pick<Visit, "url" | "isTarget">[],
): Weights | null {
  return trainLinkClasses(
    visits.map(({ url, isTarget }) => ({ id: url, features: urlBigrams(url), isGood: isTarget })),
  );
}

/** Compiles a classifier to whether a URL is more likely that of a target than not. */
export function compileUrlClassifier(weights: Weights | null): (url: Url) => boolean {
  if (weights === null) return () => false;
  return (url) => probability(weights, urlBigrams(url)) > 0.5;
}
