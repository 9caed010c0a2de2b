import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { createSqliteFrontier } from "../../adapters/sqlite/frontier/sqlite-frontier.ts";
import { restoreDatabase } from "../../adapters/sqlite/journal.ts";
import { mergeShard } from "../../adapters/sqlite/merge-shard.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { planOf } from "../../stack/bundle.ts";
import { sectionKey, storedSection } from "../../stack/link-sections.ts";
import type { StackSnapshot } from "./stack-snapshot.ts";

/**
 * Restores the crawl of a stack in one database. Those of further shards are merged into that of the
 * first one, and links on their way between shards are offered, so that none is missing.
 */
export async function restoreShards(
  file: string,
  blobs: Pick<BlobStore, "get">,
  { crawl, bundle, shards: [first, ...others] }: StackSnapshot,
): Promise<DatabaseSync> {
  const database = await restoreDatabase(file, blobs, first.journal, {
    snapshot: first.journalSnapshot,
  });
  if (others.length === 0) return database;
  const { policy } = await planOf(bundle);
  for (const [index, { journal, journalSnapshot }] of others.entries()) {
    const own = `${file}.shard-${index + 1}`;
    const shard = await restoreDatabase(own, blobs, journal, { snapshot: journalSnapshot });
    shard.close();
    mergeShard(database, own, policy);
    for (const end of ["", "-wal", "-shm", ".lock"]) rmSync(`${own}${end}`, { force: true });
  }
  const frontier = createSqliteFrontier(database, policy);
  for (const [index, { onTheirWay }] of [first, ...others].entries()) {
    for (const name of onTheirWay) {
      const links = storedSection(blobs, index, sectionKey(crawl, name));
      for await (const some of links) await frontier.offer(some);
    }
  }
  return database;
}
