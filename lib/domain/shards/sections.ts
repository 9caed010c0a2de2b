import type { OfferedLink } from "../frontier/link.ts";
import { shardOfHost } from "./shard-of-host.ts";

/** Links of a page by the shard that has their hosts. */
export interface DividedLinks {
  readonly own: readonly OfferedLink[];
  readonly others: ReadonlyMap<number, readonly OfferedLink[]>;
}

/** Divides links into those of a shard and those of the others, each in their order. */
export function divideLinks(
  links: readonly OfferedLink[],
  { index, count }: { readonly index: number; readonly count: number },
): DividedLinks {
  if (count === 1) return { own: links, others: new Map() };
  const others = new Map(Map.groupBy(links, ({ host }) => shardOfHost(host, count)));
  const own = others.get(index) ?? [];
  others.delete(index);
  return { own, others };
}

/**
 * The sections that a shard has written for the others, as its register has them: the number of each
 * epoch, in order. Those of a planner whose state was never written are not among them.
 */
export type SectionPosition = readonly (readonly [epoch: number, count: number])[];

/** The name of a section: the epoch of its writer, and its number in it, from 1. */
export type SectionName = readonly [epoch: number, number: number];

/** Returns the number of sections up to a position. */
export function sectionsAt(position: SectionPosition): number {
  return position.reduce((sum, [, count]) => sum + count, 0);
}

/** Returns the position after another section of an epoch, which is the last one or a later one. */
export function withSection(position: SectionPosition, epoch: number): SectionPosition {
  const last = position.at(-1);
  if (last?.[0] !== epoch) return [...position, [epoch, 1]];
  return [...position.slice(0, -1), [epoch, last[1] + 1]];
}

/** Returns the names of at most `most` sections that follow the first `taken` ones. */
export function sectionsAfter(
  position: SectionPosition,
  taken: number,
  most: number,
): SectionName[] {
  const names: SectionName[] = [];
  let before = 0;
  for (const [epoch, count] of position) {
    const first = Math.max(1, taken - before + 1);
    for (let number = first; number <= count && names.length < most; number += 1) {
      names.push([epoch, number]);
    }
    before += count;
  }
  return names;
}

/** What decides whether a shard is at rest: what it wrote for the others and took from them. */
export interface ShardTraffic {
  /** Whether it has no link queued, in flight or to send. */
  readonly isIdle: boolean;
  readonly sent: SectionPosition;
  /** Number of sections taken from each shard; of the shard itself it is 0. */
  readonly taken: readonly number[];
}

/**
 * Returns whether no shard has links left, queued, in flight or on their way. Shards may be read one
 * after the other, if each was read as it was at that time: only a section could wake an idle shard,
 * and one written after its writer was read would need a writer that was not idle.
 */
export function areAllIdle(shards: readonly ShardTraffic[]): boolean {
  return shards.every(
    ({ isIdle, sent }, from) =>
      isIdle && shards.every(({ taken }, to) => to === from || taken[from] === sectionsAt(sent)),
  );
}
