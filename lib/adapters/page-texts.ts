/** The texts of pages as they are kept beside stored answers, so that pages are judged again without a view. */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PageView, TextView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";

/** Level of compression: a higher one saves a fortieth, and takes half as long again. Bytes that change are noticed. */
const PACKING = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** The texts of a page. */
type Texts = readonly [
  url: string,
  title: TextView["title"],
  language: string | null,
  signals: TextView["signals"],
  headings: TextView["headings"],
  mainText: string,
  text: string,
  anchors: readonly string[],
];

/** Returns what judges of words read of a page as a line of JSON; what is one already stays. */
export function textsLine(page: PageView | string): string {
  if (typeof page === "string") return page;
  const { url, title, language, signals, headings, mainText, text, anchors } = page;
  const named = anchors.map((anchor) => anchor.text);
  const texts: Texts = [url, title, language ?? null, signals, headings, mainText, text, named];
  return JSON.stringify(texts);
}

/** Returns the texts of the page of a URL by their {@link textsLine}; `undefined` where they are of another page. */
export function textsOfLine(url: Url, line: string): TextView | undefined {
  const texts: Texts = JSON.parse(line);
  const [of, title, language, signals, headings, mainText, text, named] = texts;
  if (of !== url) return undefined;
  const anchors = named.map((each) => ({ text: each }));
  return {
    url,
    title,
    headings,
    mainText,
    text,
    anchors,
    language: language ?? undefined,
    signals,
  };
}

const LINE_FEED = 0x0a;

/** Packs lines together: pages of one crawl repeat much of each other. */
export function packLines(lines: readonly string[]): Uint8Array {
  // In one string, each letter of all pages would take two bytes where one page has a letter beyond Latin ones.
  const bytes: Buffer[] = [];
  for (const [at, line] of lines.entries()) bytes.push(Buffer.from(at === 0 ? line : `\n${line}`));
  // A copy has no more memory than it needs.
  return new Uint8Array(zstdCompressSync(Buffer.concat(bytes), PACKING));
}

/** Returns the bytes of lines that {@link packLines} packed; none where they were damaged. */
export function unpackLines(packed: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(packed);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns one of the lines, from 0, of {@link unpackLines}; `undefined` where there are fewer. */
export function lineOf(lines: Buffer, line: number): string | undefined {
  let start = 0;
  for (let before = 0; before < line; before += 1) {
    start = lines.indexOf(LINE_FEED, start) + 1;
    if (start === 0) return undefined;
  }
  const end = lines.indexOf(LINE_FEED, start);
  if (start >= lines.length) return undefined;
  return lines.toString("utf8", start, end < 0 ? lines.length : end);
}
