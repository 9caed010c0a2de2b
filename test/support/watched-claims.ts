import type { BatchClaims } from "../../lib/ports/batch-claims.ts";
import type { Clock } from "../../lib/ports/clock.ts";
import type { HarvestBatch } from "../../lib/stack/batch-message.ts";
import { memoryBatchClaims } from "./memory-batch-claims.ts";

/** Time before its leases expire at which a batch without a result counts as lost, in ms. */
const BEFORE_EXPIRY_MS = 5_000;

/** Claims that show which batches were lost: claimed, and without a result when a planner looked. */
export class WatchedClaims implements BatchClaims {
  readonly #clock: Clock;
  readonly #claims = memoryBatchClaims();
  readonly #received = new Map<string, HarvestBatch>();
  /** In the order of their claims. */
  readonly #claimed = new Set<string>();
  /** When a planner first found a batch claimed and not finished, near the end of its leases or after it. */
  readonly #missedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The claims as planners ask for them. A planner that was stalled looks late: a batch that a stalled harvester
   * claimed after its leases is then claimed without a result, too.
   */
  readonly ofPlanner: Pick<BatchClaims, "fateOf"> = {
    fateOf: async (id) => {
      const fate = await this.#claims.fateOf(id);
      const now = this.#clock.now();
      if (fate === "claimed" && !this.#missedAt.has(id)) this.#missedAt.set(id, now);
      return fate;
    },
  };

  /** Notes a batch that a harvester received, and returns it. */
  received(batch: HarvestBatch): HarvestBatch {
    this.#received.set(batch.id, batch);
    return batch;
  }

  claim(id: string): ReturnType<BatchClaims["claim"]> {
    this.#claimed.add(id);
    return this.#claims.claim(id);
  }

  finish(id: string): Promise<void> {
    return this.#claims.finish(id);
  }

  fateOf(id: string): ReturnType<BatchClaims["fateOf"]> {
    return this.#claims.fateOf(id);
  }

  /** Returns the number of links of each lost batch with a URL, in the order of their claims. */
  lostSizes(url: string): number[] {
    const claimed = [...this.#claimed].flatMap((id) => this.#received.get(id) ?? []);
    return claimed
      .filter(({ leases }) => leases.some(({ link }) => link.url === url))
      .filter((batch) => this.#isLost(batch))
      .map(({ leases }) => leases.length);
  }

  #isLost({ id, leases }: HarvestBatch): boolean {
    const expiresAt = Math.min(...leases.map((lease) => lease.expiresAt));
    return (this.#missedAt.get(id) ?? -Infinity) >= expiresAt - BEFORE_EXPIRY_MS;
  }
}
