/** The texts of a page as they are kept beside its stored answer, so that it is judged again without a view. */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PageView, TextView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";

/** Level of compression: a higher one saves a fortieth, and takes half as long again. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The texts of a page without its URL, by which they are kept. */
type Packed = readonly [
  title: TextView["title"],
  language: string | null,
  signals: TextView["signals"],
  headings: TextView["headings"],
  mainText: string,
  text: string,
  anchors: readonly string[],
];

/** Packs what judges of words read of a page, about a tenth of its HTML; what is packed already stays. */
export function packTexts(page: PageView | Uint8Array): Uint8Array {
  if (page instanceof Uint8Array) return page;
  const { title, language, signals, headings, mainText, text, anchors } = page;
  const named = anchors.map((anchor) => anchor.text);
  const texts: Packed = [title, language ?? null, signals, headings, mainText, text, named];
  // A copy has no more memory than it needs.
  return new Uint8Array(zstdCompressSync(JSON.stringify(texts), PACKING));
}

/**
 * Returns the texts that {@link packTexts} packed of the page of a URL.
 * @throws an error of zlib where they were damaged
 */
export function unpackTexts(url: Url, packed: Uint8Array): TextView {
  const texts: Packed = JSON.parse(zstdDecompressSync(packed).toString());
  const [title, language, signals, headings, mainText, text, named] = texts;
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
