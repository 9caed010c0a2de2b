import { createHash, type Hash, hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { makeZip } from "client-zip";
import type { WarcFields } from "./write-warc.ts";
import { type PlacedMember, type WarcPage, warcMembers } from "./write-warc-file.ts";

/** Version of https://specs.webrecorder.net/wacz/1.1.1/, whose names of files and keys are used here. */
const WACZ_VERSION = "1.1.1";
const PAGES_FORMAT = "json-pages-1.0";

const ARCHIVE = "archive/data.warc.gz";
const INDEX = "indexes/index.cdx.gz";
const INDEX_OF_BLOCKS = "indexes/index.idx";
const PAGES = "pages/pages.jsonl";
const PACKAGE = "datapackage.json";

/** Lines of the index that are compressed together: as many as py-wacz does. */
const LINES_A_BLOCK = 300;

/** A page of a WACZ file, with the title that its list of pages shows. */
export interface WaczPage extends WarcPage {
  readonly title: string;
}

/** What a WACZ file says about itself. */
export interface WaczInfo {
  readonly title: string;
  readonly software: string;
  /** In ms since the epoch. */
  readonly createdAt: number;
  /** Goes to the `warcinfo` record. */
  readonly warc: WarcFields;
}

/**
 * Makes a WACZ file, piece by piece: a ZIP file with the pages as WARC 1.1, an index to find each by
 * its URL, a list of the pages, and the digests of all of these. Nothing in it is compressed twice.
 * In memory is a line of the index and one of the list for each page.
 */
export function waczFile(
  pages: AsyncIterable<WaczPage>,
  info: WaczInfo,
): AsyncIterable<Uint8Array> {
  return makeZip(entries(pages, info));
}

interface ZipEntry {
  readonly name: string;
  readonly input: AsyncIterable<Uint8Array> | Uint8Array;
  readonly lastModified: Date;
}

/** Yields the files of the ZIP file; each is read to its end before the next one is asked for. */
async function* entries(pages: AsyncIterable<WaczPage>, info: WaczInfo): AsyncIterable<ZipEntry> {
  const lastModified = new Date(info.createdAt);
  const resources: Resource[] = [];
  const add = (name: string, bytes: Uint8Array): ZipEntry => {
    resources.push({ name, bytes: bytes.length, digest: hash("sha256", bytes, "hex") });
    return { name, input: bytes, lastModified };
  };
  const lines = new PageLines();
  const archive = { name: ARCHIVE, bytes: 0, digest: createHash("sha256") };
  yield { name: ARCHIVE, input: archiveOf(pages, info, archive, lines), lastModified };
  resources.push({ ...archive, digest: archive.digest.digest("hex") });
  const { blocks, index } = compressedIndex(lines.index);
  yield add(INDEX, blocks);
  yield add(INDEX_OF_BLOCKS, index);
  yield add(PAGES, Buffer.from(lines.list.join("")));
  const datapackage = json(datapackageOf(resources, info));
  yield { name: PACKAGE, input: datapackage, lastModified };
  const digest = { path: PACKAGE, hash: `sha256:${hash("sha256", datapackage, "hex")}` };
  yield { name: "datapackage-digest.json", input: json(digest), lastModified };
}

interface Resource {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
}

/** Yields the WARC file; counts and digests it, and notes where each page is. */
async function* archiveOf(
  pages: AsyncIterable<WaczPage>,
  { warc }: WaczInfo,
  archive: { readonly name: string; bytes: number; readonly digest: Hash },
  lines: PageLines,
): AsyncIterable<Uint8Array> {
  for await (const { member, answer } of warcMembers(fileName(ARCHIVE), pages, warc)) {
    if (answer !== undefined) lines.add(answer, { offset: archive.bytes, length: member.length });
    archive.bytes += member.length;
    archive.digest.update(member);
    yield member;
  }
}

/** The lines of pages in the index and in the list. */
class PageLines {
  readonly index: string[] = [];
  readonly list: string[] = [
    `${JSON.stringify({ format: PAGES_FORMAT, id: "pages", title: "Pages" })}\n`,
  ];

  add(
    { page: { page, fetchedAt, title }, digest }: NonNullable<PlacedMember<WaczPage>["answer"]>,
    { offset, length }: { readonly offset: number; readonly length: number },
  ): void {
    const { url, status, mediaType } = page;
    const ts = new Date(fetchedAt).toISOString();
    const fields = {
      url,
      mime: mediaType || "unk",
      status: String(status),
      digest,
      length: String(length),
      offset: String(offset),
      filename: fileName(ARCHIVE),
    };
    this.index.push(
      `${surtOf(url)} ${ts.replace(/\D/gu, "").slice(0, 14)} ${JSON.stringify(fields)}\n`,
    );
    this.list.push(`${JSON.stringify({ id: `page-${this.list.length}`, url, ts, title })}\n`);
  }
}

/** Sorts the lines of an index, and packs them into blocks with an index of their own (ZipNum). */
function compressedIndex(unsorted: readonly string[]): {
  readonly blocks: Buffer;
  readonly index: Buffer;
} {
  // URLs are ASCII, in which the order of bytes is that of UTF-16 units.
  const lines = unsorted.toSorted();
  const meta = { format: "cdxj-gzip-1.0", filename: fileName(INDEX) };
  const blocks: Buffer[] = [];
  const index = [`!meta 0 ${JSON.stringify(meta)}\n`];
  let offset = 0;
  for (let first = 0; first < lines.length; first += LINES_A_BLOCK) {
    const block = gzipSync(lines.slice(first, first + LINES_A_BLOCK).join(""));
    const [key = "", time = ""] = (lines[first] ?? "").split(" ", 2);
    const digest = `sha256:${hash("sha256", block, "hex")}`;
    const place = { offset, length: block.length, digest, filename: fileName(INDEX) };
    index.push(`${key} ${time} ${JSON.stringify(place)}\n`);
    blocks.push(block);
    offset += block.length;
  }
  return { blocks: Buffer.concat(blocks), index: Buffer.from(index.join("")) };
}

function datapackageOf(
  resources: readonly Resource[],
  { title, software, createdAt }: WaczInfo,
): object {
  return {
    profile: "data-package",
    title,
    created: new Date(createdAt).toISOString(),
    wacz_version: WACZ_VERSION,
    software,
    resources: resources.map(({ name, bytes, digest }) => {
      return { name: fileName(name), path: name, hash: `sha256:${digest}`, bytes };
    }),
  };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * Returns the key by which an index of a web archive is sorted: the host backwards, then port, path and sorted query, all
 * in lower case and without `www.` (Sort-friendly URI Reordering Transform), as readers of WACZ look it up.
 */
export function surtOf(url: string): string {
  if (!/^https?:/.test(url)) return url;
  const parsed = URL.parse(url.replace(/^(https?:\/\/)www\d*\./, "$1").toLowerCase());
  if (parsed === null) return url;
  const { hostname, port, pathname, search } = parsed;
  const host = hostname.split(".").toReversed().join(",");
  const query = search === "" ? "" : `?${search.slice(1).split("&").toSorted().join("&")}`;
  return `${host}${port === "" ? "" : `:${port}`})${pathname}${query}`;
}
