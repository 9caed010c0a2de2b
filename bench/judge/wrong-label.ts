import { learnedEstimation } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** Labelled pages, all rightly, and a page that is not good and not among them. */
export interface RightLabels extends Pick<Need, "good" | "bad" | "seen"> {
  readonly other: PageView;
}

/** Which labels a judge names as contradicting all others. */
export interface NamedLabels {
  /** Whether it names the wrong one, when one of the good labels is of a page that is not good. */
  readonly isWrongNamed: boolean;
  /** How many right labels it names then, and when all labels are right. */
  readonly rightNamed: number;
  readonly rightNamedOfRight: number;
}

/** Replaces the first good page by another one, and returns what the judge says of both needs. */
export function nameWrongLabel({ other, ...right }: RightLabels, seed: number): NamedLabels {
  const wrong = namedOf({ ...right, good: [other, ...right.good.slice(1)] }, seed);
  return {
    isWrongNamed: wrong.includes(other.url),
    rightNamed: wrong.filter((url) => url !== other.url).length,
    rightNamedOfRight: namedOf(right, seed).length,
  };
}

function namedOf(labels: Omit<RightLabels, "other">, seed: number): readonly Url[] {
  const model = learnedEstimation({ seed }).train({ ...NO_NEED, ...labels }, undefined);
  return model.kind === "learned" ? (model.quality?.contradicting ?? []) : [];
}
