import type { StrategyModule } from "./strategy-module.ts";

/**
 * All strategies by their names in project files, one line each; a strategy is loaded when asked
 * for.
 */
const STRATEGIES: Readonly<Record<string, () => Promise<StrategyModule>>> = {
  "breadth-first": async () => (await import("./baseline/baseline.ts")).breadthFirst,
  "depth-first": async () => (await import("./baseline/baseline.ts")).depthFirst,
  random: async () => (await import("./baseline/baseline.ts")).randomOrder,
  "best-first": async () => (await import("./baseline/baseline.ts")).bestFirst,
  "fish-search": async () => (await import("../peers/fish-search.ts")).fishSearch,
  "shark-search": async () => (await import("../peers/shark-search.ts")).sharkSearch,
  pagerank: async () => (await import("../peers/link-ranks.ts")).pagerank,
  hits: async () => (await import("../peers/link-ranks.ts")).hits,
  auto: async () => (await import("./auto/auto.ts")).auto,
  adaptive: async () => (await import("./adaptive/adaptive.ts")).adaptive,
  "link-learner": async () => (await import("../peers/link-learner/link-learner.ts")).linkLearner,
  naive: async () => (await import("../peers/naive.ts")).naive,
  "link-distance": async () => (await import("./link-distance/link-distance.ts")).linkDistance,
  "context-graph": async () =>
    (await import("../peers/context-graph/context-graph.ts")).contextGraph,
  lokman: async () => (await import("./lokman/lokman.ts")).lokman,
  commd: async () => (await import("./comments/commd.ts")).commd,
  opic: async () => (await import("./comments/opic.ts")).opic,
  "opic-commd": async () => (await import("./comments/opic.ts")).opicCommd,
  source: async () => (await import("./source/source.ts")).source,
  tpm: async () => (await import("../peers/tpm/tpm.ts")).tpm,
  "sleeping-bandit": async () =>
    (await import("../peers/bandits/sleeping-bandit.ts")).sleepingBandit,
  "url-bandit": async () => (await import("../peers/bandits/url-bandit.ts")).urlBandit,
  "host-bandit": async () => (await import("../peers/bandits/host-bandit.ts")).hostBandit,
  "parent-value": async () => (await import("../peers/parent-value.ts")).parentValue,
  irobot: async () => (await import("../peers/irobot/irobot.ts")).irobot,
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
