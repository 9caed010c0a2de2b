import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import type { StrategyChoice, StrategyContext } from "../../lib/domain/methods/strategy-module.ts";
import { loadAllStrategies } from "../../lib/project/registry.ts";
import { splitStrategyOption } from "../../lib/project/strategy-choice.ts";
import { PEERS } from "../../peers/registry.ts";

const LOADED = Object.values(PEERS).map(async (load) => (await load()).default);
const MODULES = new Map(
  [...(await loadAllStrategies()), ...(await Promise.all(LOADED))].map((module) => [
    module.name,
    module,
  ]),
);

/** Crawls of tests have no budget of their own. */
const CONTEXT = { seed: 1, pages: Number.POSITIVE_INFINITY };

/** A strategy by its choice or, as on the command line, by its name with options. */
export function aStrategy(choice: StrategyChoice | string): Strategy {
  const made = makeStrategy(choice);
  if (made instanceof Promise) throw new Error(`use aLoadedStrategy for ${JSON.stringify(choice)}`);
  return made;
}

/** A strategy that loads parts of it when it is made. */
export async function aLoadedStrategy(
  choice: StrategyChoice | string,
  context: Partial<StrategyContext> = {},
): Promise<Strategy> {
  return makeStrategy(choice, context);
}

function makeStrategy(
  choice: StrategyChoice | string,
  context: Partial<StrategyContext> = {},
): Strategy | Promise<Strategy> {
  const { name, ...options } = typeof choice === "string" ? splitStrategyOption(choice) : choice;
  const module = MODULES.get(String(name));
  if (module === undefined) throw new Error(`there is no strategy ${String(name)}`);
  return module.create(module.options.parse(options), { ...CONTEXT, ...context });
}
