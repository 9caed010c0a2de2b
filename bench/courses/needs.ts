import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { MarkedPaths, Need } from "../../lib/domain/methods/strategy.ts";

/**
 * What a strategy is told of the marked paths: those that know no paths are told their targets as good
 * examples, and those that learn from pages also all other pages, as bad ones.
 */
export function needFor(strategy: string, marked: MarkedPaths): Need {
  const isTarget = targetsOf(marked);
  const good = marked.pages.filter(({ url }) => isTarget.has(url));
  switch (strategy) {
    case "auto":
    case "link-distance":
    case "published-link-distance":
    case "context-graph":
      return { ...NO_NEED, paths: marked };
    case "best-first":
      return { ...NO_NEED, good };
    default:
      return { ...NO_NEED, good, bad: marked.pages.filter(({ url }) => !isTarget.has(url)) };
  }
}

function targetsOf({ paths }: MarkedPaths): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => path.at(-1) ?? []));
}
