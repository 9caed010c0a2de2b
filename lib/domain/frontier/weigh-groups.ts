import { DowserError } from "../../errors.ts";
import type { FrontierCore } from "./frontier-core.ts";

/** Throws for a weight outside [0, ∞), NaN included; called before anything is changed. */
export function checkWeights(weights: ReadonlyMap<string, number>): void {
  for (const [group, weight] of weights) {
    if (weight >= 0 && weight < Infinity) continue;
    throw new DowserError(`The weight of group "${group}" is ${weight}, which is not in [0, ∞).`, {
      code: "group-weight-out-of-range",
      reaction: "stop-crawl",
      value: weight,
      mend: "Correct the strategy's weighing of groups: a finite number, not negative.",
    });
  }
}

/** Sets the weights of the groups named; the others keep theirs. */
export function weighGroups(core: FrontierCore, weights: ReadonlyMap<string, number>): void {
  for (const [group, weight] of weights) core.tables.orders.weigh(group, weight);
}
