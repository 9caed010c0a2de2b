import type { Strategy } from "../../domain/methods/strategy.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { printNotice } from "../print/print-line.ts";
import type { RunProject } from "./run-project.ts";

/**
 * Returns the strategy of a run; `undefined` when its directory does not name one yet. Reports a
 * strategy whose module's content has changed since.
 */
export async function strategyOfRun(
  { strategy, seed = 0, budget, search }: Partial<RunProject>,
  strategyOf: typeof createStrategy = createStrategy,
): Promise<Strategy | undefined> {
  if (strategy === undefined) return undefined;
  const { hash, ...choice } = strategy;
  if (typeof hash === "string") await tellIfChanged(choice["module"], hash);
  const pages = budget?.pages ?? Number.POSITIVE_INFINITY;
  return strategyOf(choice, { seed, pages, asksQueries: search?.compose !== undefined });
}

async function tellIfChanged(file: unknown, hash: string): Promise<void> {
  const { hashOf } = await import("../../project/load-strategy-module.ts");
  if (typeof file !== "string" || hashOf(file) === hash) return;
  printNotice(`${file} has changed since the run began: it may decide otherwise than the run did`);
}
