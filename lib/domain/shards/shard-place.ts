/** A shard's number, from 0, and the number of shards of its stack. */
export interface ShardPlace {
  readonly index: number;
  readonly count: number;
}

/** Returns the number that a shard's names end with: none for the first, as in a stack of one. */
export function shardSuffix(index: number): string {
  return index === 0 ? "" : `-${index}`;
}

/** Epochs of one shard's planners: so many that those of two shards never meet. */
const EPOCHS = 1_000_000_000;

/** Returns the epoch of a shard's planner that follows another one, whose epoch is 0 if there is none. */
export function epochAfter(epoch: number, { index }: ShardPlace): number {
  return Math.max(epoch, index * EPOCHS) + 1;
}
