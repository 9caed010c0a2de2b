/** The prior of `auto` as learnt from some sites, so that crawls of others do not profit from their own. */
import { readFileSync } from "node:fs";
import { ridgeRegression } from "../../lib/domain/stats/learner/ridge-regression.ts";
import { sparseRows } from "../../lib/domain/stats/vector/sparse-rows.ts";

/** The links of a crawl by their general features, and whether each led to a target. */
export interface Taught {
  readonly group: string;
  readonly links: readonly (readonly [features: readonly string[], isTarget: 0 | 1])[];
}

/** Worth of features by their names. */
export type WorthByFeature = ReadonlyMap<string, number>;

/** Groups of tasks on the same sites: the prior for one of them is learnt from none of them. */
const SAME_SITES: readonly (readonly string[])[] = [
  ["universities", "courses", "files"],
  ["forums", "user-content"],
  ["encyclopedia", "health"],
];

/** Groups whose tasks are those of the groups with labels. */
const OF_ALL_LABELS: ReadonlySet<string> = new Set(["cold-start", "few-labels", "good-alone"]);
const WITH_LABELS = ["universities", "modern-university", "government", "encyclopedia"];

/**
 * Penalty of large weights: as if each feature had been on so many more links that led nowhere. Of 30,
 * 100 and 300 it ranks the links of sites that were left out best.
 */
const LAMBDA = 100;
/** Weight of a task, in links: each counts as one, whatever its pages and targets. */
const TASK_WEIGHT = 300;

/** Returns what a file of `npm run bench -- auto-prior FILE` has. */
export function readTaught(file: string): readonly Taught[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Fits the worth of features to all links that are not on the sites of a group. */
export function priorWithout(taught: readonly Taught[], group: string): WorthByFeature {
  const own = new Set(groupsOnSitesOf(group));
  return learnPrior(taught.filter((each) => !own.has(each.group)));
}

/** Fits the worth of features over tasks. */
export function learnPrior(taught: readonly Taught[]): WorthByFeature {
  const features = [
    ...new Set(taught.flatMap(({ links }) => links.flatMap(([names]) => names))),
  ].toSorted();
  const columnOf = new Map(features.map((name, column) => [name, column]));
  const rows: { columns: Int32Array; values: Float64Array }[] = [];
  const y: number[] = [];
  const weights: number[] = [];
  for (const { links } of taught) {
    const base = links.reduce((sum, [, target]) => sum + target, 0) / links.length;
    for (const [names, target] of links) {
      const columns = Int32Array.from(names.map((name) => columnOf.get(name) ?? 0)).sort();
      rows.push({ columns, values: new Float64Array(columns.length).fill(1) });
      y.push(target - base);
      weights.push(TASK_WEIGHT / links.length);
    }
  }
  const model = ridgeRegression({ lambda: LAMBDA }).fit({
    x: sparseRows(rows, features.length),
    y: Float64Array.from(y),
    weights: Float64Array.from(weights),
  });
  return new Map(
    model.columns.map((column, at) => [features[column] ?? "", model.values[at] ?? 0]),
  );
}

function groupsOnSitesOf(group: string): readonly string[] {
  const asked = OF_ALL_LABELS.has(group) ? WITH_LABELS : [group];
  return asked.flatMap((each) => [
    each,
    ...(SAME_SITES.find((groups) => groups.includes(each)) ?? []),
  ]);
}
