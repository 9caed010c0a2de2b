import { linkDistanceOptions } from "../../lib/domain/methods/link-distance/options.ts";
import { publishedLinkDistanceOptions } from "../../peers/link-distance/options.ts";
import type { GraphOrder } from "./jobs.ts";

/** Who crawls: a strategy as on the command line, or an order made from the whole graph. */
export type NamedStrategy =
  | { readonly label: string; readonly strategy: string; readonly isSame?: true }
  | { readonly label: string; readonly order: GraphOrder; readonly isSame: true };

export const OURS = { label: "link-distance", strategy: "link-distance" } as const;
export const PAPER = {
  label: "link-distance, paper",
  strategy: "published-link-distance",
} as const;

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

/** The two forms of `link-distance`. */
type Form = typeof OURS.strategy | typeof PAPER.strategy;

/** The corrections that a form knows, in the order of the table, as it has them by default. */
const CORRECTIONS: Readonly<Record<Form, readonly (readonly [name: string, value: unknown])[]>> = {
  "link-distance": known(linkDistanceOptions.parse({}), "online"),
  "published-link-distance": known(publishedLinkDistanceOptions.parse({}), "confidence"),
};

function known<Settings extends object>(settings: Settings, own: keyof Settings & string) {
  const names = ["depthPenalty", "branchDiscount", "siblingShortfall", own, "selfTraining"];
  return names.map((name) => [name, Reflect.get(settings, name)] as const);
}

/** A form as it is by default, then with each correction that is on turned off, and each that is off turned on. */
export function correctionsOf(form: Form): NamedStrategy[] {
  const named = (change: string): NamedStrategy => {
    const label = `${form}${change && `, ${change}`}`;
    return { label, strategy: `${form}${change && `:${change}`}` };
  };
  const tried = new Map(Object.entries(TRIED));
  const changes = CORRECTIONS[form].map(([name, value]) => {
    if (typeof value === "boolean") return `${name}=${!value}`;
    return `${name}=${Number(value) > 0 ? 0 : tried.get(name)}`;
  });
  return ["", ...changes].map(named);
}
