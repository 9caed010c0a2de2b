import type { GroupTally } from "../../lib/domain/methods/group-tally.ts";
import type { Evidence, Progress } from "../../lib/domain/methods/strategy.ts";

/** The results of the links of one arm. */
export type ArmCount = {
  readonly pages: number;
  /** Number of target pages. */
  readonly targets: number;
  /** Links drawn that led to no page. */
  readonly misses: number;
};

/** Results by arm. */
export type ArmCounts = Readonly<Record<string, ArmCount>>;

const NEVER_DRAWN: ArmCount = { pages: 0, targets: 0, misses: 0 };

/** Counts results by the arm of each link drawn. */
export function countArms(
  { visits, misses }: Evidence,
  armOf: (link: Evidence["visits" | "misses"][number]) => string,
): ArmCounts {
  const counts = new Map<string, ArmCount>();
  const add = (arm: string, more: ArmCount) =>
    counts.set(arm, sum(counts.get(arm) ?? NEVER_DRAWN, more));
  for (const visit of visits)
    add(armOf(visit), { pages: 1, targets: visit.isTarget ? 1 : 0, misses: 0 });
  for (const miss of misses) add(armOf(miss), { ...NEVER_DRAWN, misses: 1 });
  return Object.fromEntries(counts);
}

/** Compiles the results of before a training to those of an arm until now. */
export function compileCounts(
  counts: ArmCounts,
): (arm: string, tally: Pick<GroupTally, "groups">) => ArmCount {
  const before = new Map(Object.entries(counts));
  return (arm, { groups }) => sum(before.get(arm) ?? NEVER_DRAWN, groups.get(arm) ?? NEVER_DRAWN);
}

function sum(one: ArmCount, other: ArmCount): ArmCount {
  return {
    pages: one.pages + other.pages,
    targets: one.targets + other.targets,
    misses: one.misses + other.misses,
  };
}

/** Returns the number of links that were drawn since the training. */
export function drawnSince({ groups }: Pick<GroupTally, "groups">): number {
  let drawn = 0;
  for (const { pages, misses } of groups.values()) drawn += pages + misses;
  return drawn;
}

/**
 * Returns the upper confidence bound of an arm's reward, mean + c · √(ln t ÷ n) (Auer, Cesa-Bianchi
 * & Fischer 2002), in [0, ∞]. An arm that was never drawn is infinite.
 * @param t number of draws from all arms, at least 1
 */
export function upperConfidence(
  { draws, reward }: { readonly draws: number; readonly reward: number },
  t: number,
  exploration: number,
): number {
  if (draws === 0) return Number.POSITIVE_INFINITY;
  return reward / draws + exploration * Math.sqrt(Math.log(Math.max(1, t)) / draws);
}

/** Weight of links that come before all arms. */
export const FIRST = 1;

/**
 * Returns the weight in [0,½] of an arm with a value in [0, ∞]: arms with greater values have
 * greater weights, and none comes before {@link FIRST}.
 */
export function weightOf(value: number): number {
  return value === Number.POSITIVE_INFINITY ? 0.5 : value / (1 + value) / 4;
}

/** Share of a priority that orders the links of one arm: less than any difference between arms. */
const WITHIN = 2 ** -20;

/** Returns the priority of a link with this place in [0,1] within its arm. */
export function priorityWithin(place: number): number {
  return 1 + WITHIN * place;
}

/** Pages between trainings: at least ten, the batch of the published classifiers, and a quarter. */
const LEAST_BETWEEN = 10;
const GROWTH = 1.25;

/**
 * Reports whether the crawl has grown by a quarter. A training scores all queued links again: at
 * this pace each of them some five times the number of links of a page, in the mean over pages.
 */
export function hasGrown({ pages, pagesAtTraining }: Progress): boolean {
  return pages >= Math.max(pagesAtTraining + LEAST_BETWEEN, GROWTH * pagesAtTraining);
}
