/** All peers by their names in project files, one line each; a peer is loaded when it is asked for. */
import type { StrategyModule } from "../lib/domain/methods/strategy-module.ts";

/** Loads a module whose default export is a strategy, as a user's module is. */
type LoadPeer = () => Promise<{ readonly default: StrategyModule }>;

/** The peers; `lib/project/load-strategy-module.ts` finds this file by its place. */
export const PEERS: Readonly<Record<string, LoadPeer>> = {
  "fish-search": () => import("./fish-search.ts"),
  "shark-search": () => import("./shark-search.ts"),
  pagerank: () => import("./pagerank.ts"),
  hits: () => import("./hits.ts"),
  "link-learner": () => import("./link-learner/link-learner.ts"),
  naive: () => import("./naive.ts"),
  "context-graph": () => import("./context-graph/context-graph.ts"),
  tpm: () => import("./tpm/tpm.ts"),
  irobot: () => import("./irobot/irobot.ts"),
  "sleeping-bandit": () => import("./bandits/sleeping-bandit.ts"),
  "url-bandit": () => import("./bandits/url-bandit.ts"),
  "host-bandit": () => import("./bandits/host-bandit.ts"),
  "parent-value": () => import("./parent-value.ts"),
  "published-adaptive": () => import("./adaptive/published-adaptive.ts"),
  "published-source": () => import("./source/published.ts"),
  "published-link-distance": () => import("./link-distance/published-link-distance.ts"),
};
