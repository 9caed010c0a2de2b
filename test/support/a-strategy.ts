import { parseStrategyOption } from "../../lib/config/parse-strategy-option.ts";
import { createStrategy, type StrategyChoice } from "../../lib/domain/strategy/create-strategy.ts";
import type { Strategy } from "../../lib/domain/strategy/strategy.ts";

/** A strategy by its choice or, as on the command line, by its name with options; no budget. */
export function aStrategy(choice: StrategyChoice | string): Strategy {
  const chosen = typeof choice === "string" ? parseStrategyOption(choice) : choice;
  return createStrategy(chosen, { seed: 1, pages: Number.POSITIVE_INFINITY });
}
