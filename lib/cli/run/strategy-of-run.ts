import { createStrategy } from "../../domain/strategy/create-strategy.ts";
import type { Strategy } from "../../domain/strategy/strategy.ts";
import type { RunProject } from "./run-project.ts";

/** The strategy that a run is crawled by; `undefined` where its directory does not say it yet. */
export function strategyOfRun(
  { strategy, seed = 0, budget, search }: Partial<RunProject>,
  strategyOf: typeof createStrategy = createStrategy,
): Strategy | undefined {
  if (strategy === undefined) return undefined;
  const pages = budget?.pages ?? Number.POSITIVE_INFINITY;
  return strategyOf(strategy, { seed, pages, asksQueries: search?.compose !== undefined });
}
