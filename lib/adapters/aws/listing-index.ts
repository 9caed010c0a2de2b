import { hash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ListedPage, PageFilter } from "../../domain/page/listed-page.ts";

/** Pages of an index: some 7 KB. Eight times as many are hardly smaller, and wait longer. */
export const INDEXED_TOGETHER = 1_024;

/** Bytes of a page in the columns of an index: hashes of URL and host, and its score. */
const [URL_BYTES, HOST_BYTES, SCORE_BYTES] = [4, 2, 1];
const PAGE_BYTES = URL_BYTES + HOST_BYTES + SCORE_BYTES;

/** The greatest score in 7 bits; the eighth is set for targets. */
const MAX_SCORE = 127;
const TARGET = 128;

/**
 * Packs what pages are sought by, in columns. An index may name pages that a filter does not select,
 * as it has hashes and rounded scores, but it leaves none out.
 */
export function packIndex(pages: readonly ListedPage[]): Uint8Array {
  const bytes = Buffer.alloc(PAGE_BYTES * pages.length);
  const columns = columnsOf(bytes);
  for (const [index, { url, host, page }] of pages.entries()) {
    bytes.writeUInt32LE(urlKey(url), columns.url(index));
    bytes.writeUInt16LE(hostKey(host), columns.host(index));
    const target = page?.isTarget === true ? TARGET : 0;
    bytes.writeUInt8(target + scoreKey(page?.utility ?? 0), columns.score(index));
  }
  return zstdCompressSync(bytes);
}

/** Returns the positions, from 0, of the pages of an index that a filter may select. */
export function findInIndex(packed: Uint8Array, filter: PageFilter): number[] {
  const bytes = zstdDecompressSync(packed);
  const columns = columnsOf(bytes);
  const urls = filter.urls && new Set(Array.from(filter.urls, urlKey));
  const host = filter.host && hostKey(filter.host);
  const least = scoreKey(filter.minScore ?? 0);
  const found: number[] = [];
  for (let index = 0; index < bytes.length / PAGE_BYTES; index += 1) {
    if (urls !== undefined && !urls.has(bytes.readUInt32LE(columns.url(index)))) continue;
    if (host !== undefined && host !== bytes.readUInt16LE(columns.host(index))) continue;
    const score = bytes.readUInt8(columns.score(index));
    if (score % TARGET < least || (filter.targets === true && score < TARGET)) continue;
    found.push(index);
  }
  return found;
}

/** Returns the places of values in an index of so many bytes. */
function columnsOf({ length }: Buffer) {
  const pages = length / PAGE_BYTES;
  return {
    url: (index: number) => URL_BYTES * index,
    host: (index: number) => URL_BYTES * pages + HOST_BYTES * index,
    score: (index: number) => (URL_BYTES + HOST_BYTES) * pages + SCORE_BYTES * index,
  };
}

function urlKey(url: string): number {
  return hash("sha1", url, "buffer").readUInt32LE();
}

function hostKey(host: string): number {
  return hash("sha1", host, "buffer").readUInt16LE();
}

function scoreKey(utility: number): number {
  return Math.floor(MAX_SCORE * utility);
}
