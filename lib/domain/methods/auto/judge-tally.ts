import type { GroupCount, GroupTally } from "../group-tally.ts";
import type { Evidence } from "../strategy.ts";
import { ownGroup } from "./exploration.ts";

/** Results of the links of a group: misses, pages, targets, the sum of utilities, pages by type. */
type Results = readonly [number, number, number, number, Readonly<Record<string, number>>];

/** Results of links by their own group. */
export type GroupResults = Readonly<Record<string, Results>>;

const NONE: Results = [0, 0, 0, 0, {}];

/** Counts the results of links by group; `evidence` has each link in its own group. */
export function resultsOf({ visits, misses }: Evidence): GroupResults {
  const results = new Map<string, Results>();
  for (const { group, isTarget, utility, type = "" } of visits) {
    const [missed, pages, targets, sum, types] = results.get(group) ?? NONE;
    const before = Object.hasOwn(types, type) ? (types[type] ?? 0) : 0;
    const more = { ...types, [type]: before + 1 };
    results.set(group, [missed, pages + 1, targets + Number(isTarget), sum + utility, more]);
  }
  for (const { group } of misses) {
    const [missed, ...rest] = results.get(group) ?? NONE;
    results.set(group, [missed + 1, ...rest]);
  }
  return Object.fromEntries(results);
}

/**
 * Returns the tally that a judge expects: of all links since the judge itself was trained, and each in
 * its own group. `before` has the results between that training and the last one of `auto`.
 */
export function tallyForJudge(tally: GroupTally, before: GroupResults): GroupTally {
  const groups = new Map<string, GroupCount>();
  const types = new Map(tally.types);
  let { pages } = tally;
  const add = (group: string, count: GroupCount) => {
    const known = groups.get(group);
    groups.set(group, known === undefined ? count : sumOf(known, count));
  };
  for (const [group, count] of tally.groups) add(ownGroup(group), count);
  for (const [group, [misses, got, targets, utility, ofTypes]] of Object.entries(before)) {
    const entries = Object.entries(ofTypes);
    add(group, { waiting: 0, misses, pages: got, targets, utility, types: new Map(entries) });
    pages += got;
    for (const [type, number] of entries) types.set(type, (types.get(type) ?? 0) + number);
  }
  return { ...tally, pages, types, groups };
}

function sumOf(one: GroupCount, other: GroupCount): GroupCount {
  const types = new Map(one.types);
  for (const [type, pages] of other.types) types.set(type, (types.get(type) ?? 0) + pages);
  return {
    waiting: one.waiting + other.waiting,
    misses: one.misses + other.misses,
    pages: one.pages + other.pages,
    targets: one.targets + other.targets,
    utility: one.utility + other.utility,
    types,
  };
}
