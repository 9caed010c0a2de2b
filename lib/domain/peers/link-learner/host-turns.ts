import type { GroupTally } from "../../strategy/group-tally.ts";

/**
 * Priorities of links are between this and twice as much. So a weight of half always comes after a
 * weight of one, whatever the scores of the links.
 */
const LEAST_PRIORITY = 1;

/**
 * Number of turns that are distinguished: 2 to the power of −1,000 is a number above 0, and twice
 * as much is greater.
 */
const MOST_TURNS = 1_000;

/** The group of the seeds. */
const SEEDS = "";

/** Returns a link's score in [0,1] as a priority in which the host's turn still decides first. */
export function turnedPriority(worth: number): number {
  return LEAST_PRIORITY * (1 + Math.min(worth, 1 - Number.EPSILON));
}

/**
 * Returns weights of hosts so that the hosts with the fewest draws since the model came into use
 * come first. The weight halves for each link drawn more than from the host with the fewest. A host
 * discovered late catches up with the others.
 */
export function weighHosts(
  tally: GroupTally,
  groups: Iterable<string>,
): ReadonlyMap<string, number> {
  const drawn = (group: string): number => {
    const count = tally.groups.get(group);
    return count === undefined ? 0 : count.pages + count.misses;
  };
  let least = Number.POSITIVE_INFINITY;
  for (const [group, { waiting }] of tally.groups)
    if (waiting > 0 && group !== SEEDS) least = Math.min(least, drawn(group));
  const weightOf = (group: string): number => {
    if (group === SEEDS) return 1;
    const turns = Math.max(0, drawn(group) - (least === Number.POSITIVE_INFINITY ? 0 : least));
    return 2 ** -Math.min(turns, MOST_TURNS);
  };
  return new Map(Array.from(groups, (group) => [group, weightOf(group)]));
}
