import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { OfferedLink } from "../../domain/frontier/link.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../../ports/journal.ts";
import { createSqliteFrontier } from "./frontier/sqlite-frontier.ts";
import { restoreDatabase } from "./journal.ts";
import { mergeShard } from "./merge-shard.ts";

/** A shard as its journal has it. */
interface JournalledShard {
  readonly journal: JournalPosition;
  /** Where a restore may begin. */
  readonly journalSnapshot: JournalSnapshot | null;
}

/** The shards of a crawl, and how what they exchange is joined. */
interface JournalledCrawl {
  readonly shards: readonly [JournalledShard, ...JournalledShard[]];
  readonly policyOf: () => Promise<FrontierPolicy>;
  /** Links that some shards sent and others have not taken. */
  readonly onTheirWay: AsyncIterable<readonly OfferedLink[]>;
}

/**
 * Restores a crawl in one database. Further shards are merged into the first one, and links on their
 * way between shards are offered, so that none is missing.
 */
export async function restoreShards(
  file: string,
  blobs: Pick<BlobStore, "get">,
  { shards: [first, ...others], policyOf, onTheirWay }: JournalledCrawl,
): Promise<DatabaseSync> {
  const database = await restoreDatabase(file, blobs, first.journal, {
    snapshot: first.journalSnapshot,
  });
  if (others.length === 0) return database;
  const policy = await policyOf();
  for (const [index, { journal, journalSnapshot }] of others.entries()) {
    const own = `${file}.shard-${index + 1}`;
    const shard = await restoreDatabase(own, blobs, journal, { snapshot: journalSnapshot });
    shard.close();
    mergeShard(database, own, policy);
    for (const end of ["", "-wal", "-shm", ".lock"]) rmSync(`${own}${end}`, { force: true });
  }
  const frontier = createSqliteFrontier(database, policy);
  for await (const links of onTheirWay) await frontier.offer(links);
  return database;
}
