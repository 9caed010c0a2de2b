import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

import type { CachedRobots, RobotsCache } from "../../ports/robots-cache.ts";
import { type DynamoTable, getItem, putItem } from "./dynamo-table.ts";

/** Largest file that is cached, in bytes after compression: an item holds 400 KB. */
const MAX_BYTES = 380_000;

/**
 * Time that an item is kept, in ms: a week, so that the rules of an unreachable file still apply.
 */
const RETENTION_MS = 7 * 86_400_000;

/**
 * Creates a shared cache of robots.txt files: items of a table, one partition per host. The table
 * may remove an item after `expiresAt` (seconds since the epoch). A file that is too large even
 * when compressed is not cached.
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
