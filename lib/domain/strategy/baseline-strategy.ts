import type { Merge, Selection } from "../frontier/frontier-policy.ts";
import type { PageEstimation } from "./page-estimation.ts";
import type { PageAssessment, ScoredLink, Strategy } from "./strategy.ts";

interface Baseline {
  readonly selection: Selection;
  readonly merge: Merge;
  /** Priority of every link of a page, from the page's own assessment. */
  readonly priority: (assessment: PageAssessment) => number;
  readonly why: (assessment: PageAssessment) => string;
}

const UNINFORMED = { merge: "first", priority: () => 1 } as const;

const BASELINES = {
  "breadth-first": {
    ...UNINFORMED,
    selection: { kind: "fifo" },
    why: () => "order of discovery",
  },
  "depth-first": {
    ...UNINFORMED,
    selection: { kind: "lifo" },
    why: () => "latest discovered",
  },
  random: {
    ...UNINFORMED,
    selection: { kind: "random" },
    why: () => "chance",
  },
  /** De Bra & Post 1994, Cho et al. 1998: a link is worth what the page it stands on is worth. */
  "best-first": {
    selection: { kind: "best" },
    merge: "greater",
    priority: ({ utility }) => utility,
    why: ({ why }) => `page of the link: ${why}`,
  },
} as const satisfies Readonly<Record<string, Baseline>>;

/** Names of the crawl orders that need no training. */
export type BaselineName = keyof typeof BASELINES;

/** A classical crawl order; pages are judged by `estimation`, whatever the order. */
export function baselineStrategy(name: BaselineName, estimation: PageEstimation): Strategy {
  const { selection, merge, priority, why }: Baseline = BASELINES[name];
  return {
    name,
    selection,
    merge,
    train: (_evidence, need, previous) => estimation.train(need, previous),
    compile: (model) => ({
      assessPage: estimation.compile(model),
      scoreLinks: (page, assessment) => {
        const common = {
          priority: priority(assessment),
          group: "",
          snippet: undefined,
          why: why(assessment),
        };
        return page.anchors.map(({ url }): ScoredLink => ({ url, ...common }));
      },
    }),
    isStale: () => false,
  };
}
