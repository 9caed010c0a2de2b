import { positiveWorth } from "../adaptive/link-estimator.ts";
import type { CompiledStrategy, LinkFacts, LinkScore, ScoredLink } from "../strategy.ts";
import {
  branchShortfall,
  type CorrectionSettings,
  corrected,
  type PlacedLink,
  type SiblingShortfalls,
} from "./link-distances.ts";

/** Predicts the worth of a link, unclamped; about in [0,1]. */
export type PredictLink = (link: LinkFacts) => number;

/**
 * Compiles the scoring of links by their corrected predictions. A link keeps the actual worth of
 * its page (`inherited`) and, when branches are discounted, the shortfall of its branch.
 */
export function compileLinks(
  predict: PredictLink,
  shortfalls: SiblingShortfalls | null,
  settings: CorrectionSettings,
): Required<Pick<CompiledStrategy, "scoreLinks" | "rescoreLink">> {
  const score = (link: PlacedLink): LinkScore => {
    const prediction = predict(link);
    const worth = corrected(prediction, link, shortfalls, settings);
    const why = `predicted ${prediction.toFixed(3)}, corrected ${worth.toFixed(3)}`;
    return { priority: positiveWorth(worth), group: "", why };
  };
  return {
    scoreLinks: (page, { utility: inherited }, { depth, parent, snippet }) => {
      const isPromised = settings.branchDiscount > 0 && snippet !== undefined;
      const predicted = isPromised ? predict({ url: page.url, parent, snippet }) : 0;
      const shortfall = branchShortfall(snippet, { predicted, observed: inherited });
      const kept = settings.branchDiscount > 0 ? { inherited, shortfall } : { inherited };
      return page.anchors.map(({ url, text, before, after }): ScoredLink => {
        const own = { anchor: text, before, after, title: page.title, ...kept };
        const link = { url, parent: page.url, snippet: own, depth: depth + 1 };
        return { url, snippet: own, ...score(link) };
      });
    },
    rescoreLink: score,
  };
}
