import { journalVersion } from "../../adapters/sqlite/journal.ts";
import { refuseOtherVersion } from "../../adapters/sqlite/migrate-database.ts";
import { DowserError, fail } from "../../errors.ts";
import { storedBundle } from "../../stack/bundle.ts";
import { shardsChanged } from "../../stack/shard-plan.ts";
import { readPlanners, readRegister } from "../../stack/stack-registers.ts";
import type { StackStores } from "../../stack/stack-snapshot.ts";

/**
 * Refuses to deploy this version, with so many shards, over a crawl that it could not take over. A
 * crawl that has not ended is taken over when it has as many shards, and when its journals, its plan
 * and the keys of the stack can be read.
 * @throws DowserError `crawl-of-other-version`, `shards-changed`
 */
export async function refuseUnfinishedCrawl(
  { keyValueStore, blobs }: Pick<StackStores, "keyValueStore" | "blobs">,
  shards: number,
): Promise<void> {
  try {
    const { value: order } = await readRegister(keyValueStore, "order");
    if (order === undefined) return;
    const planners = await readPlanners(keyValueStore, order.shards ?? 1);
    const own = planners.filter((planner) => planner?.crawl === order.crawl);
    const isOver = planners.every(
      (planner) => planner?.crawl === order.crawl && planner.status?.state === "finished",
    );
    if (isOver) return;
    if (shards !== (order.shards ?? 1)) throw shardsChanged(order.shards ?? 1, shards);
    if (own.length > 0) await storedBundle(blobs, order.plan);
    for (const planner of own) {
      const version = await journalVersion(blobs, planner?.journal ?? []);
      if (version !== undefined) refuseOtherVersion(order.crawl, version);
    }
  } catch (error) {
    if (!(error instanceof DowserError) || error.code === "shards-changed") throw error;
    throw fail("crawl-of-other-version", { message: error.message, value: error.value }, error);
  }
}
