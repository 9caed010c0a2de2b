import { journalVersion } from "../../adapters/sqlite/journal.ts";
import { refuseOtherVersion } from "../../adapters/sqlite/migrate-database.ts";
import { DowserError, fail } from "../../errors.ts";
import type { StackStores } from "../../stack/api/stack-snapshot.ts";
import { storedBundle } from "../../stack/bundle.ts";
import { readRegister } from "../../stack/stack-registers.ts";

/**
 * Refuses to deploy this version over a crawl that it could not take over. A crawl that has not ended
 * is taken over when its journal, its plan and the keys of the stack can be read.
 * @throws DowserError `crawl-of-other-version`
 */
export async function refuseUnfinishedCrawl({
  keyValueStore,
  blobs,
}: Pick<StackStores, "keyValueStore" | "blobs">): Promise<void> {
  try {
    const { value: order } = await readRegister(keyValueStore, "order");
    if (order === undefined) return;
    const { value: planner } = await readRegister(keyValueStore, "planner");
    if (planner?.crawl !== order.crawl || planner.status?.state === "finished") return;
    await storedBundle(blobs, order.plan);
    const version = await journalVersion(blobs, planner.journal);
    if (version !== undefined) refuseOtherVersion(order.crawl, version);
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    throw fail("crawl-of-other-version", { message: error.message, value: error.value }, error);
  }
}
