import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import type { GroupTally } from "../domain/strategy/group-tally.ts";
import { malformed, readJson } from "./batch-message.ts";
import { parsed } from "./parsed.ts";

/** The results of the links of a shard that a model scored. */
export interface SharedTally extends Omit<GroupTally, "remaining"> {
  /** Content hash of the model. */
  readonly model: string;
}

const counts = z.pipe(
  z.array(z.tuple([z.string(), z.number()])),
  z.transform((entries: [string, number][]) => new Map(entries)),
);

const group = z.object({
  waiting: z.number(),
  misses: z.number(),
  pages: z.number(),
  targets: z.number(),
  utility: z.number(),
  types: counts,
});

const schema = z.object({
  model: z.string(),
  pages: z.number(),
  types: counts,
  groups: z.array(z.tuple([z.string(), group])),
});

/** Returns the key of a shard's tally, which expires with the results of batches. */
export function tallyKey(crawl: string, epoch: number, number: number): string {
  return `batches/${crawl}/tally-${epoch}-${number}.zst`;
}

/** Writes a tally as bytes. */
export function packTally({ model, pages, types, groups }: SharedTally): Uint8Array {
  const rows = Array.from(groups, ([name, count]) => [name, { ...count, types: [...count.types] }]);
  return zstdCompressSync(JSON.stringify({ model, pages, types: [...types], groups: rows }));
}

/**
 * Reads the tally that is stored under a key.
 * @throws DowserError `message-malformed`
 */
export function unpackTally(bytes: Uint8Array, key: string): SharedTally {
  const what = `the tally ${key}`;
  const value = readJson(() => zstdDecompressSync(bytes).toString(), what, "");
  const { groups, ...tally } = parsed(schema, value, malformed(what, ""));
  return { ...tally, groups: new Map(groups) };
}
