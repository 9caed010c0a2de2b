import type { StrategyModule } from "../domain/methods/strategy-module.ts";

/**
 * All strategies by their names in project files, one line each; a strategy is loaded when asked
 * for.
 */
const STRATEGIES: Readonly<Record<string, () => Promise<StrategyModule>>> = {
  "breadth-first": async () =>
    (await import("../domain/methods/baseline/baseline.ts")).breadthFirst,
  "depth-first": async () => (await import("../domain/methods/baseline/baseline.ts")).depthFirst,
  random: async () => (await import("../domain/methods/baseline/baseline.ts")).randomOrder,
  "best-first": async () => (await import("../domain/methods/baseline/baseline.ts")).bestFirst,
  auto: async () => (await import("../domain/methods/auto/auto.ts")).auto,
  adaptive: async () => (await import("../domain/methods/adaptive/adaptive.ts")).adaptive,
  "link-distance": async () =>
    (await import("../domain/methods/link-distance/link-distance.ts")).linkDistance,
  lokman: async () => (await import("../domain/methods/lokman/lokman.ts")).lokman,
  commd: async () => (await import("../domain/methods/comments/commd.ts")).commd,
  opic: async () => (await import("../domain/methods/comments/opic.ts")).opic,
  "opic-commd": async () => (await import("../domain/methods/comments/opic.ts")).opicCommd,
  source: async () => (await import("../domain/methods/source/source.ts")).source,
};

/** Names of the strategies that a project file may ask for. */
export const STRATEGY_NAMES: readonly string[] = Object.keys(STRATEGIES);

/** Loads the strategy with a name; `undefined` when there is no such strategy. */
export async function loadStrategy(name: string): Promise<StrategyModule | undefined> {
  return Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name]?.() : undefined;
}

/** Loads all strategies, in the order of their names. */
export async function loadAllStrategies(): Promise<StrategyModule[]> {
  return Promise.all(Object.values(STRATEGIES).map(async (load) => load()));
}
