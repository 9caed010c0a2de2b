import type { Strategy } from "../domain/methods/strategy.ts";
import type { Project } from "./project-schema.ts";
import { createStrategy } from "./strategy-choice.ts";

/**
 * Creates the strategy of a project.
 * @throws DowserError `bad-strategy-option`, `bad-strategy-module`
 */
export function projectStrategy({ strategy, seed, budget, search }: Project): Promise<Strategy> {
  const asksQueries = search?.compose !== undefined;
  return createStrategy(strategy, { seed, pages: budget.pages, asksQueries });
}
