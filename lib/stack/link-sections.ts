import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import type { OfferedLink } from "../domain/frontier/link.ts";
import type { SectionName } from "../domain/shards/sections.ts";
import { DowserError } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { malformed, readJson } from "./batch-message.ts";
import { offeredLinkSchema } from "./link-schemas.ts";
import { packPieces, unpackPieces } from "./packed-pieces.ts";
import { parsed } from "./parsed.ts";

/** Text that is compressed together, in UTF-16 units; a reader has one piece in memory. */
const PIECE_LENGTH = 1_000_000;

/** Returns the key of the links that a shard found for the others between two commits. */
export function sectionKey(crawl: string, [epoch, number]: SectionName): string {
  return `sections/${crawl}/${epoch}-${number}.zst`;
}

/** Writes links of other shards' hosts in sections, while they arrive; kept compressed. */
export class SectionWriter {
  readonly #lines = new Map<number, string>();
  #pieces: (readonly [shard: number, bytes: Uint8Array])[] = [];

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#lines.size === 0;
  }

  add(shard: number, links: readonly OfferedLink[]): void {
    for (const link of links) {
      const lines = `${this.#lines.get(shard) ?? ""}${JSON.stringify(link)}\n`;
      this.#lines.set(shard, lines);
      if (lines.length >= PIECE_LENGTH) this.#compress(shard, lines);
    }
  }

  /** Returns all sections as bytes, and begins the next ones. */
  end(): Uint8Array {
    for (const [shard, lines] of this.#lines) this.#compress(shard, lines);
    const pieces = this.#pieces;
    this.#pieces = [];
    return packPieces(pieces);
  }

  #compress(shard: number, lines: string): void {
    this.#lines.delete(shard);
    this.#pieces.push([shard, zstdCompressSync(lines)]);
  }
}

/**
 * Reads the section of a shard that is stored under a key, some links at a time.
 * @throws DowserError `section-gone`, `message-malformed`
 */
export async function* storedSection(
  blobs: Pick<BlobStore, "get">,
  shard: number,
  key: string,
): AsyncGenerator<readonly OfferedLink[]> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw sectionGone(key);
  for (const [receiver, piece] of unpackPieces(bytes, z.number(), `the sections ${key}`))
    if (receiver === shard) yield linksIn(piece, key);
}

function linksIn(piece: Uint8Array, key: string): OfferedLink[] {
  const lines = zstdDecompressSync(piece).toString().split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const what = `a link of ${key}`;
      return parsed(
        offeredLinkSchema,
        readJson(() => line, what, line),
        malformed(what, line),
      );
    });
}

function sectionGone(key: string): DowserError {
  return new DowserError(`the links ${key} are gone`, {
    code: "section-gone",
    reaction: "stop-crawl",
    value: key,
    hint: "restore the object from a version or a copy of the bucket, then dowser resume",
  });
}
