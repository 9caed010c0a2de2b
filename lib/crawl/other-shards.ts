import type { ShardFigures } from "../domain/shards/shard-figures.ts";
import type { GroupTally } from "../domain/strategy/group-tally.ts";
import type { StopReason } from "./budget.ts";
import type { NeedState } from "./need-state.ts";

/**
 * The shards of a crawl beside this one, as far as they are known here. What they have done never
 * becomes less.
 */
export interface OtherShards {
  /** Whether this shard leads: it updates the need, asks queries, and ends the crawl. */
  readonly isLeader: boolean;
  /** What they have done together. */
  figures(): ShardFigures;
  /** Most pages that this shard may fetch, so that all together keep the budget. */
  allowedPages(): number;
  /**
   * Returns whether none of them has a link queued, in flight or on its way, once this shard has
   * none.
   */
  areIdle(): boolean;
  /** Returns whether all of them have followed the updates of a need. */
  areFollowing(need: NeedState): boolean;
  /** Why the leader ended the crawl; `undefined` while it goes on, and for the leader itself. */
  ended(): StopReason | undefined;
  /** Their results of the links that a model scored, one tally a shard. */
  tallies(model: string): readonly Omit<GroupTally, "remaining">[];
}
