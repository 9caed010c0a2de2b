import path from "node:path";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { printNotice } from "../print/print-line.ts";
import { isFile } from "./run-database.ts";
import type { RunProject } from "./run-project.ts";

/** How the strategy of a run is made. */
export interface StrategyReading {
  /** The strategy module that the user names for the run, as a path or a package. */
  readonly strategyModule?: string | undefined;
  readonly strategyOf?: typeof createStrategy | undefined;
}

/**
 * Returns the strategy of a run; `undefined` when its directory does not name one yet, or names a module. A run is data,
 * also that of somebody else: its module is loaded only when the user names it. Reports a module whose content has
 * changed since.
 * @throws DowserError `bad-strategy-module`, `strategy-not-a-module`
 */
export async function strategyOfRun(
  { strategy, seed = 0, budget, search }: Partial<RunProject>,
  { strategyModule, strategyOf = createStrategy }: StrategyReading = {},
): Promise<Strategy | undefined> {
  if (strategy === undefined) return undefined;
  const { hash, module: kept, ...choice } = strategy;
  const context = {
    seed,
    pages: budget?.pages ?? Number.POSITIVE_INFINITY,
    asksQueries: search?.compose !== undefined,
  };
  if (kept === undefined) {
    if (strategyModule !== undefined) throw fail("strategy-not-a-module", { name: choice.name });
    return strategyOf(choice, context);
  }
  if (strategyModule === undefined) return undefined;
  const file = isFile(strategyModule) ? path.resolve(strategyModule) : strategyModule;
  const made = await strategyOf({ ...choice, module: file }, context);
  await tellIfChanged(file, hash);
  return made;
}

/** Names the module of a run that only its user may load; `undefined` where its strategy is one of Dowser's. */
export function moduleOfRun({
  strategy,
}: Partial<Pick<RunProject, "strategy">>): string | undefined {
  const module = strategy?.["module"];
  return typeof module === "string" || module === undefined ? module : JSON.stringify(module);
}

/** Says on standard error what is left out because the module of a run was not named. */
export function tellIfNotLoaded(
  project: Partial<Pick<RunProject, "strategy">>,
  { strategyModule }: Pick<StrategyReading, "strategyModule">,
  leftOut: string,
): void {
  const module = moduleOfRun(project);
  if (module === undefined || strategyModule !== undefined) return;
  printNotice(
    `${leftOut}: the strategy of the run is the module ${module}, which only --strategy-module FILE loads`,
  );
}

async function tellIfChanged(file: string, hash: unknown): Promise<void> {
  const { loadStrategyModule } = await import("../../project/load-strategy-module.ts");
  const loaded = await loadStrategyModule(file, ".");
  if (typeof hash !== "string" || loaded.hash === hash) return;
  printNotice(`${file} has changed since the run began: it may decide otherwise than the run did`);
}
