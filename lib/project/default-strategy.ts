import type { StrategyChoice } from "../domain/strategy/strategy-module.ts";

/** The part of a need that the default strategy depends on. */
interface GivenNeed {
  readonly topic?: string | undefined;
  readonly good?: readonly string[];
  readonly examplePage?: string | undefined;
  readonly paths?: string | undefined;
}

/** The strategy of a project that names none. */
interface DefaultStrategy {
  readonly choice: StrategyChoice;
  /** Why it fits, in words for the user. */
  readonly because: string;
}

/** Chooses the strategy of a project that names none: one that works from what its need gives. */
export function defaultStrategy(need: GivenNeed): DefaultStrategy {
  return CHOICES[givenBy(need)];
}

function givenBy({ topic, good = [], examplePage, paths }: GivenNeed): keyof typeof CHOICES {
  if (examplePage !== undefined) return "examplePage";
  if (paths !== undefined) return "paths";
  return topic !== undefined || good.length > 0 ? "words" : "nothing";
}

const CHOICES: Readonly<Record<"examplePage" | "paths" | "words" | "nothing", DefaultStrategy>> = {
  examplePage: {
    choice: { name: "source", goal: "target" },
    because: "need.examplePage is given: it collects the pages built like that one",
  },
  paths: {
    choice: { name: "link-distance" },
    because: "need.paths is given: it learns from click paths where target pages are",
  },
  words: {
    choice: { name: "adaptive" },
    because: "a topic or good pages are given: it learns from them which links are worth a fetch",
  },
  nothing: {
    choice: { name: "breadth-first" },
    because: "the need says nothing: no link is known to be better than another",
  },
};
