import { LITTLE_GIVEN } from "../auto/groups/labels.ts";
import { GROUPS } from "../auto/groups.ts";
import type { Group } from "../auto/task.ts";
import { GENERATED } from "./generated.ts";

/** Needs that are given with less are the same needs on the same webs. */
const GIVEN_LESS = new Set(LITTLE_GIVEN.map(({ name }) => name));

/** The groups of tasks whose crawls are replayed. */
export const REPLAYED: readonly Group[] = [
  ...GROUPS.filter(({ name }) => !GIVEN_LESS.has(name)),
  GENERATED,
];

/** Returns the group of that name. */
export function groupNamed(name: string): Group {
  const group = REPLAYED.find((each) => each.name === name);
  if (group === undefined) throw new Error(`no group ${JSON.stringify(name)}`);
  return group;
}
