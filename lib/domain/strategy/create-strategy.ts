import { type BaselineName, baselineStrategy } from "./baseline-strategy.ts";
import type { Strategy } from "./strategy.ts";

/** A strategy's name and options, as the project file gives them. */
export type StrategyChoice = { readonly name: BaselineName };

/** The strategy that a project file asks for. */
export function createStrategy(choice: StrategyChoice): Strategy {
  switch (choice.name) {
    case "breadth-first":
    case "depth-first":
    case "random":
    case "best-first":
      return baselineStrategy(choice.name);
  }
}
