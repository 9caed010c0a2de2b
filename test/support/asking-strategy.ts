import { queryYields } from "../../lib/domain/methods/adaptive/queries/query-model.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";

type Model = { readonly generation: number; readonly yields: string };

/**
 * Asks for `query 0`, `query 1` … without end. Each contains the known results of the queries
 * before it, so that a difference in knowledge gives another query. A page is worth 1 ÷ (1 + the
 * number in its URL). The strategy trains after every fifth page, and then scores links again.
 */
export function askingStrategy(): Strategy<Model> {
  return {
    name: "asking",
    selection: { kind: "best" },
    merge: "greater",
    train: ({ visits }, _need, previous) => ({
      generation: (previous?.generation ?? 0) + 1,
      yields: queryYields(visits)
        .map(({ query, results, utility }) => `${query}: ${results}/${utility.toFixed(3)}`)
        .join("; "),
    }),
    compile: ({ generation, yields }) => {
      const priorityOf = (url: string) => 1 + ((numberIn(url) * 7 + generation * 3) % 11);
      const scoreOf = (url: string) => {
        return { priority: priorityOf(url), group: "", why: `generation ${generation}` };
      };
      return {
        assessPage: ({ url }) => {
          const utility = 1 / (1 + numberIn(url));
          return { utility, isTarget: utility > 0.2, type: undefined, why: "number" };
        },
        scoreLinks: ({ anchors }) =>
          anchors.map(({ url }) => ({ url, snippet: undefined, ...scoreOf(url) })),
        rescoreLink: ({ url }) => scoreOf(url),
        queries: {
          next: (asked) => ({ query: `query ${asked.length}`, exclude: [yields] }),
          scoreResult: ({ url }) => scoreOf(url),
        },
      };
    },
    isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= 5,
  };
}

function numberIn(url: string): number {
  return Number(/\d+$/.exec(url)?.[0] ?? 0);
}
