import { createStrategy } from "../../config/strategy-choice.ts";
import type { Strategy } from "../../domain/strategy/strategy.ts";
import type { RunProject } from "./run-project.ts";

/** The strategy that a run is crawled by; `undefined` where its directory does not say it yet. */
export async function strategyOfRun(
  { strategy, seed = 0, budget, search }: Partial<RunProject>,
  strategyOf: typeof createStrategy = createStrategy,
): Promise<Strategy | undefined> {
  if (strategy === undefined) return undefined;
  const pages = budget?.pages ?? Number.POSITIVE_INFINITY;
  return strategyOf(strategy, { seed, pages, asksQueries: search?.compose !== undefined });
}
