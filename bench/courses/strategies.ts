import type { LinkDistanceSettings } from "../../lib/domain/methods/link-distance/options.ts";
import type { GraphOrder } from "./jobs.ts";

/** Who crawls: a strategy as on the command line, or an order made from the whole graph. */
export type NamedStrategy =
  | { readonly label: string; readonly strategy: string; readonly isSame?: true }
  | { readonly label: string; readonly order: GraphOrder; readonly isSame: true };

export const OURS: NamedStrategy = { label: "link-distance", strategy: "link-distance" };
export const PAPER: NamedStrategy = {
  label: "link-distance, paper",
  strategy: "link-distance:variant=paper",
};

/** It learns nothing, so that one crawl of a site is as good as five: `isSame`. */
export const BREADTH_FIRST: NamedStrategy = {
  label: "breadth-first",
  strategy: "breadth-first",
  isSame: true,
};

/** The greedy order that knows the truth, by its name in tables: no strategy of the project. */
export const ORACLE: NamedStrategy = { label: "(oracle)", order: "oracle", isSame: true };

/** All that crawl for the table of harvests. */
export const STRATEGIES: readonly NamedStrategy[] = [
  OURS,
  PAPER,
  { label: "context-graph", strategy: "context-graph" },
  // Its own schedule of a training every 500 pages is longer than these crawls.
  { label: "link-learner, every 50 pages", strategy: "link-learner:every=50" },
  { label: "link-learner", strategy: "link-learner" },
  { label: "adaptive", strategy: "adaptive" },
  { label: "best-first, cosine", strategy: "best-first" },
  BREADTH_FIRST,
  // What an earlier, independent measurement of breadth-first on these sites did (see docs/results.md).
  { label: "breadth-first, by URL", order: "breadth-first-by-url", isSame: true },
  ORACLE,
];

/** Values of corrections that are off by default, when they are tried. */
const TRIED = { depthPenalty: 0.05, branchDiscount: 0.2, siblingShortfall: 0.2, confidence: 1 };

/** The corrections that a variant knows, in the order of the table. */
const CORRECTIONS = {
  paper: ["depthPenalty", "branchDiscount", "siblingShortfall", "confidence", "selfTraining"],
  dowser: ["depthPenalty", "branchDiscount", "siblingShortfall", "online", "selfTraining"],
} as const satisfies Record<
  LinkDistanceSettings["variant"],
  readonly (keyof LinkDistanceSettings)[]
>;

/** A variant as it is by default, then with each correction that is on turned off, and each that is off turned on. */
export function correctionsOf(settings: LinkDistanceSettings): NamedStrategy[] {
  const { variant } = settings;
  const named = (change: string): NamedStrategy => {
    const options = [`variant=${variant}`, ...(change === "" ? [] : [change])].join(",");
    return { label: `${variant}${change && `, ${change}`}`, strategy: `link-distance:${options}` };
  };
  const changes = CORRECTIONS[variant].map((correction) => {
    if (correction === "online" || correction === "selfTraining")
      return `${correction}=${!settings[correction]}`;
    return `${correction}=${settings[correction] > 0 ? 0 : TRIED[correction]}`;
  });
  return ["", ...changes].map(named);
}
