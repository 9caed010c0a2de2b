import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";

/** Returns a need with sensible defaults: it asks for nothing. */
export function aNeed(parts: Partial<Need> = {}): Need {
  return { ...NO_NEED, ...parts };
}
