import { hashToUnit } from "../../stats/random/random.ts";
import type { Url } from "../../web/url/url.ts";
import type { Evidence, LinkScore } from "../strategy.ts";

/** The beginning of the groups of links that are drawn by chance; their own group follows. */
const BY_CHANCE = "by chance ";

/** Chance that a discovered link of a new kind is among those that are drawn by chance. */
const CHANCE = 0.01;

/** Draws by chance: 5 % of the first hundred, then 1 %. */
const [EARLY_SHARE, LATE_SHARE, EARLY_DRAWS] = [0.05, 0.01, 100];

/** Draws so far, and those of them by chance. */
export type Draws = { readonly all: number; readonly byChance: number };

/** Counts the draws of a crawl. */
export function countDraws({ visits, misses }: Evidence): Draws {
  const isByChance = ({ group }: { readonly group: string }) => isChanceGroup(group);
  return {
    all: visits.length + misses.length,
    byChance: visits.filter(isByChance).length + misses.filter(isByChance).length,
  };
}

/** Returns whether a group is one of links that are drawn by chance. */
export function isChanceGroup(group: string): boolean {
  return group.startsWith(BY_CHANCE);
}

/** Returns the group that a link would have if it were not drawn by chance. */
export function ownGroup(group: string): string {
  return isChanceGroup(group) ? group.slice(BY_CHANCE.length) : group;
}

/** Returns the evidence with each link in its own group. */
export function withOwnGroups({ visits, misses }: Evidence): Evidence {
  const own = <Link extends { readonly group: string }>(link: Link): Link =>
    isChanceGroup(link.group) ? { ...link, group: ownGroup(link.group) } : link;
  return { visits: visits.map(own), misses: misses.map(own) };
}

/** Returns whether a link is drawn by chance if its kind is new, the same whenever it is asked. */
export function isByChance(url: Url, seed: number): boolean {
  return hashToUnit(seed, `by chance ${url}`) < CHANCE;
}

/** Returns the score of a link that is drawn by chance: all have the same chance to be the next. */
export function drawnByChance(url: Url, seed: number, group: string): LinkScore {
  const why = "by chance, as nothing is known of such links";
  return { priority: hashToUnit(seed, `turn ${url}`), group: BY_CHANCE + group, why };
}

/** Returns whether the next draw is one by chance. */
export function isChanceDue({ all, byChance }: Draws): boolean {
  return byChance < LATE_SHARE * all + (EARLY_SHARE - LATE_SHARE) * Math.min(all, EARLY_DRAWS);
}
