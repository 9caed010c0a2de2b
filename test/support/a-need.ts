import { NO_NEED } from "../../lib/domain/strategy/no-need.ts";
import type { Need } from "../../lib/domain/strategy/strategy.ts";

/** A need with sensible blanks: nothing is asked for. */
export function aNeed(parts: Partial<Need> = {}): Need {
  return { ...NO_NEED, ...parts };
}
