import { z } from "zod";
import type { Merge, Selection } from "../../frontier/frontier-policy.ts";
import { judgedBy, pageEstimatorOption } from "../adaptive/chosen-estimation.ts";
import { judgingBy, type PageEstimation } from "../page-estimation.ts";
import type { PageAssessment, PortableLinks, ScoredLink, Strategy } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";

interface Baseline {
  readonly selection: Selection;
  readonly merge: Merge;
  /** Returns the priority of every link of a page, from the page's own assessment. */
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
  /** De Bra & Post 1994, Cho et al. 1998: a link is worth as much as the page that contains it. */
  "best-first": {
    selection: { kind: "best" },
    merge: "greater",
    priority: ({ utility }) => utility,
    why: ({ why }) => `page of the link: ${why}`,
  },
} as const satisfies Readonly<Record<string, Baseline>>;

/** Names of the crawl orders that need no training. */
export type BaselineName = keyof typeof BASELINES;

/** Creates a classical crawl order; pages are judged by `estimation`, whatever the order. */
export function baselineStrategy(name: BaselineName, estimation: PageEstimation): Strategy {
  const { selection, merge, priority, why }: Baseline = BASELINES[name];
  return {
    name,
    selection,
    merge,
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    train: (_evidence, need, previous) => estimation.train(need, previous),
    compile: (model) => ({
      ...judgingBy(estimation, model),
      labelNotes: estimation.notes?.(model) ?? [],
      portableLinks: () => (name === "best-first" ? AS_THEIR_PAGE : NO_SCORES),
      scoreLinks: (page, assessment) => {
        const common = {
          priority: priority(assessment),
          group: "",
          snippet: undefined,
          why: why(assessment),
        };
        const links: ScoredLink[] = [];
        for (const { url } of page.anchors) links.push({ url, ...common });
        return links;
      },
    }),
    isStale: () => false,
  };
}

const AS_THEIR_PAGE: PortableLinks = {
  model: { kind: "page" },
  featuresOf: (_link, page) => ({ page }),
};

const NO_SCORES = { reason: "links have an order, and no scores" };

const options = z.strictObject({ pageEstimator: pageEstimatorOption });

function baseline(name: BaselineName, description: string) {
  return strategyModule({
    name,
    description,
    options,
    create: ({ pageEstimator }, { seed }) =>
      judgedBy<Strategy>(pageEstimator, seed, (estimation) => baselineStrategy(name, estimation)),
  });
}

/** Links in order of discovery. */
export const breadthFirst = baseline("breadth-first", "Links in order of discovery.");

/** Links in reverse order of discovery. */
export const depthFirst = baseline("depth-first", "The link discovered last first.");

/** Links in random order. */
export const randomOrder = baseline("random", "Links in random order.");

/** Links by the worth of the page they are on. */
export const bestFirst = baseline("best-first", "Links of the pages most like the need first.");
