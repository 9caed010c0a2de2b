import type { MarkedPaths } from "../../lib/domain/strategy/marked-paths.ts";
import type { Need } from "../../lib/domain/strategy/strategy.ts";

const NOTHING = {
  topic: undefined,
  concepts: undefined,
  good: [],
  bad: [],
  examplePage: undefined,
  paths: undefined,
  lesson: undefined,
  threshold: undefined,
} as const satisfies Need;

/**
 * What a strategy is told of the marked paths: those that know no paths are told their targets as good
 * examples, and those that learn from pages also all other pages, as bad ones.
 */
export function needFor(strategy: string, marked: MarkedPaths): Need {
  const isTarget = targetsOf(marked);
  const good = marked.pages.filter(({ url }) => isTarget.has(url));
  switch (strategy) {
    case "link-distance":
    case "context-graph":
      return { ...NOTHING, paths: marked };
    case "best-first":
      return { ...NOTHING, good };
    default:
      return { ...NOTHING, good, bad: marked.pages.filter(({ url }) => !isTarget.has(url)) };
  }
}

function targetsOf({ paths }: MarkedPaths): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => path.at(-1) ?? []));
}
