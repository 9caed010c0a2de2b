import { PARTS } from "../../lib/domain/methods/auto/auto.ts";
import { STRATEGY_NAMES } from "../../lib/project/registry.ts";
import { checkStrategy } from "../../lib/project/strategy-choice.ts";
import { PEERS } from "../../peers/registry.ts";
import { ORACLE, type Plan } from "./crawled.ts";
import { groupOf } from "./groups.ts";

/** The strategy that this bench is about: it never gets an option. */
export const OURS = "auto";

/** The default strategy with one of its parts left out each, as on the command line. */
export const ABLATIONS: readonly string[] = PARTS.map((part) => `${OURS}:without=${part}`);

/** What a user would try instead of it: simple orders, and the specialists that need nothing more. */
export const SIMPLE: readonly string[] = [
  "adaptive",
  "best-first",
  "breadth-first",
  "commd",
  "sleeping-bandit",
  "source",
];

/** Orders that no judgement of a page changes: none is trained for them, as most of a crawl's time is that. */
const UNINFORMED: ReadonlySet<string> = new Set(["breadth-first", "depth-first", "random"]);

/** Orders in which nothing is drawn: but for which of some copies they read, they are the same with every seed. */
const UNDRAWN: ReadonlySet<string> = new Set([
  ...["best-first", "breadth-first", "depth-first", "fish-search", "shark-search", "source"],
  ORACLE,
]);

/** Returns whether a strategy crawls a task alike with every seed, if the seed does not decide what the task is. */
export function isUndrawn(strategy: string): boolean {
  return UNDRAWN.has(strategy);
}

/** Strategies that no task here has a use for, with the reason. */
const WITHOUT_USE = new Map([
  ["naive", "naive follows no links, and no search engine answers its queries here"],
]);

/** Returns why a strategy can do nothing on any task; `undefined` of all others. */
export function reasonAgainst(strategy: string): string | undefined {
  return WITHOUT_USE.get(strategy.split(":", 1)[0] ?? "");
}

/** The strategies of the product and its peers, but for those that are one of them as published. */
const RIVALS = [...STRATEGY_NAMES, ...Object.keys(PEERS)].filter(
  (name) => name !== OURS && !name.startsWith("published-"),
);

/** Returns all strategies that compete, the one that this bench is about first; then the oracle. */
export function allStrategies(): readonly string[] {
  return [OURS, ...RIVALS, ORACLE];
}

/**
 * Returns the strategies of a list with commas between, which may also be between options: what
 * begins with no name is an option of the strategy before it.
 */
export function strategiesIn(list: string): readonly string[] {
  return list.split(/,(?![^,:]*=)/).map((name) => name.trim());
}

/**
 * Returns a strategy with the options under which it is meant for a group, unless it is named with
 * some. The strategy that this bench is about gets none.
 */
export async function optionFor({
  group,
  strategy,
}: Pick<Plan, "group" | "strategy">): Promise<string> {
  if (strategy === OURS || strategy.includes(":")) return strategy;
  const { options, hasLabels } = groupOf(group);
  const own = options.get(strategy);
  if (own !== undefined || !hasLabels || UNINFORMED.has(strategy)) return own ?? strategy;
  const learned = await checkStrategy({ name: strategy, pageEstimator: "learned" });
  return learned.ok ? `${strategy}:pageEstimator=learned` : strategy;
}
