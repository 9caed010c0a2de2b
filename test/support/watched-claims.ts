import type { BatchClaims } from "../../lib/ports/batch-claims.ts";
import type { Clock } from "../../lib/ports/clock.ts";
import type { HarvestBatch } from "../../lib/stack/batch-message.ts";
import { memoryBatchClaims } from "./memory-batch-claims.ts";

/** Time before its leases expire at which a batch without a result counts as lost, in ms. */
const BEFORE_EXPIRY_MS = 5_000;

/** Claims that show which batches were lost: claimed, and without a result in time. */
export class WatchedClaims implements BatchClaims {
  readonly #clock: Clock;
  readonly #claims = memoryBatchClaims();
  readonly #received = new Map<string, HarvestBatch>();
  readonly #claimedAt = new Map<string, number>();
  readonly #finishedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a batch that a harvester received, and returns it. */
  received(batch: HarvestBatch): HarvestBatch {
    this.#received.set(batch.id, batch);
    return batch;
  }

  claim(id: string): ReturnType<BatchClaims["claim"]> {
    if (!this.#claimedAt.has(id)) this.#claimedAt.set(id, this.#clock.now());
    return this.#claims.claim(id);
  }

  finish(id: string): Promise<void> {
    this.#finishedAt.set(id, this.#clock.now());
    return this.#claims.finish(id);
  }

  fateOf(id: string): ReturnType<BatchClaims["fateOf"]> {
    return this.#claims.fateOf(id);
  }

  /** Returns the number of links of each lost batch with a URL, in the order of their claims. */
  lostSizes(url: string): number[] {
    const claimed = [...this.#claimedAt.keys()].flatMap((id) => this.#received.get(id) ?? []);
    return claimed
      .filter(({ leases }) => leases.some(({ link }) => link.url === url))
      .filter((batch) => this.#isLost(batch))
      .map(({ leases }) => leases.length);
  }

  #isLost({ id, leases }: HarvestBatch): boolean {
    const expiresAt = Math.min(...leases.map((lease) => lease.expiresAt));
    const judgedAt = expiresAt - BEFORE_EXPIRY_MS;
    // A message that arrives after its leases is claimed too late: its links wait again, and it took none down.
    const isClaimed = (this.#claimedAt.get(id) ?? Infinity) <= judgedAt;
    return isClaimed && (this.#finishedAt.get(id) ?? Infinity) > judgedAt;
  }
}
