import type { Lease } from "../../domain/frontier/link.ts";
import type { HarvestBatch } from "./harvest-batch-message.ts";

/**
 * Most pages of a batch: their links fit a message, and the links found on them fit a worker's
 * memory.
 */
const MOST_PAGES = 1_000;

/**
 * Most hosts of a batch: they are fetched from at one time, far under a function's 1,024
 * descriptors.
 */
const MOST_HOSTS = 64;

/**
 * Divides leases into batches. The leases of a host stay together and in order, and each batch
 * takes hosts until it is full.
 */
export function packBatches(
  leases: readonly Lease[],
  rest: Omit<HarvestBatch, "leases" | "id">,
  idOf: (index: number) => string,
): HarvestBatch[] {
  const batches: Lease[][] = [];
  let batch: Lease[] = [];
  let hosts = 0;
  for (const ofHost of Map.groupBy(leases, ({ link }) => link.host).values()) {
    const isFull = hosts === MOST_HOSTS || batch.length + ofHost.length > MOST_PAGES;
    if (hosts === 0 || isFull) {
      batch = [];
      batches.push(batch);
      hosts = 0;
    }
    batch.push(...ofHost);
    hosts += 1;
  }
  return batches.map((each, index) => ({ ...rest, id: idOf(index), leases: each }));
}
