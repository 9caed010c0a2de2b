import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { CachedRobots, RobotsCache } from "../../ports/robots-cache.ts";
import { type DynamoTable, getItem, putItem } from "./dynamo-table.ts";

/** Largest file that is kept, in bytes after compression: an item holds 400 KB. */
const MAX_BYTES = 380_000;

/** Time that an item is kept, in ms: a week, so that a file that cannot be reached still holds. */
const RETENTION_MS = 7 * 86_400_000;

/**
 * Robots.txt files as items of a table, a partition a host, which the table may remove after
 * `expiresAt` (seconds since the epoch). A file that is too large even when compressed is not kept.
 */
export function createDynamoRobotsCache(table: DynamoTable): RobotsCache {
  return {
    async get(origin) {
      const packed = (await getItem(table, keyOf(origin), true))?.["robots"]?.B;
      if (packed === undefined) return undefined;
      const robots: CachedRobots = JSON.parse(zstdDecompressSync(packed).toString("utf8"));
      return robots;
    },
    async put(origin, robots) {
      const packed = zstdCompressSync(JSON.stringify(robots));
      if (packed.length > MAX_BYTES) return;
      const [pk, sk] = keyOf(origin);
      await putItem(table, {
        pk: { S: pk },
        sk: { S: sk },
        robots: { B: packed },
        expiresAt: { N: String(Math.ceil((robots.askedAt + RETENTION_MS) / 1_000)) },
      });
    },
  };
}

function keyOf(origin: string): readonly [pk: string, sk: string] {
  return [`ROBOTS#${origin}`, "ROBOTS"];
}
