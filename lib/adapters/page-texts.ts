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

/** Packs lines together: pages of one crawl repeat much of each other. */
export function packLines(lines: readonly string[]): Uint8Array {
  // A copy has no more memory than it needs.
  return new Uint8Array(zstdCompressSync(lines.join("\n"), PACKING));
}

/** Returns the lines that {@link packLines} packed; none where they were damaged. */
export function unpackLines(packed: Uint8Array): readonly string[] {
  try {
    return zstdDecompressSync(packed).toString().split("\n");
  } catch {
    return [];
  }
}
