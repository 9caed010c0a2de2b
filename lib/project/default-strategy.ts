import type { StrategyChoice } from "../domain/methods/strategy-module.ts";

/** The part of a need that the default strategy depends on. */
interface GivenNeed {
  readonly topic?: string | undefined;
  readonly good?: readonly string[];
  readonly examplePage?: string | undefined;
  readonly paths?: string | undefined;
  readonly detect?: string | undefined;
  readonly files?: unknown;
  readonly structured?: readonly string[] | undefined;
}

/** The strategy of a project that names none. */
export interface DefaultStrategy {
  readonly choice: StrategyChoice;
  /** Why it fits, in words for the user. */
  readonly because: string;
}

/** Chooses the strategy of a project that names none: `auto`, unless its need says nothing. */
export function defaultStrategy(need: GivenNeed): DefaultStrategy {
  return describesTargets(need) ? { choice: AUTO, because: reasonFor(need) } : WITHOUT_NEED;
}

/** Returns whether a need says which pages or files are looked for. */
export function describesTargets({
  topic,
  good = [],
  examplePage,
  paths,
  detect,
  files,
  structured = [],
}: GivenNeed): boolean {
  const given = [topic, good[0], examplePage, paths, detect, files, structured[0]];
  return given.some((part) => part !== undefined);
}

/** The strategy for every need. */
export const AUTO: StrategyChoice = { name: "auto" };

/** Says what `auto` makes of the most telling part of a need. */
function reasonFor({ examplePage, good = [], topic }: GivenNeed): string {
  if (examplePage !== undefined)
    return "it learns which types of pages lead to those that are built like the example";
  if (good.length > 0)
    return "it learns from the examples which pages are relevant, and which links lead to them";
  if (topic !== undefined)
    return "it begins with the words of the topic, and learns while it crawls which links lead to such pages";
  return "it uses whatever the need gives, and learns while it crawls which links lead there";
}

const WITHOUT_NEED: DefaultStrategy = {
  choice: { name: "breadth-first" },
  because: "no topic or example is given, so no link is known to be better than another",
};
