import { hashToUnit } from "../random/hash-to-unit.ts";
import type { Url } from "../url/url.ts";
import type { PageView } from "./page-view.ts";

/** A text by its hash, a whole number below 2^48, and its length in UTF-16 units. */
export type TextPrint = readonly [hash: number, length: number];

/**
 * The text of a link: its hash, its length in UTF-16 units, its letters, and the URL of the link.
 */
type LinkPrint = readonly [hash: number, length: number, letters: number, url: Url];

/** The texts of a page as hashes: enough to find the same texts on other pages. */
export type TextPrints = {
  /** Lines that have some text of their own, each once, with the length outside links. */
  readonly lines: readonly TextPrint[];
  /** Links by text and URL, each once. */
  readonly links: readonly LinkPrint[];
};

/**
 * Least length of a line outside links, in UTF-16 units, about five words: shorter ones are labels.
 */
const LEAST_OWN = 30;

const LETTERS = /\p{L}+/gu;

/** 2^48: chance collisions of a site's texts are fewer than one in a million. */
const HASHES = 0x1_0000_0000_0000;

/** Returns the prints of a page, in document order. */
export function textPrints({
  text,
  linkLengths,
  anchors,
}: Pick<PageView, "text" | "linkLengths" | "anchors">): TextPrints {
  const lines = new Map<number, number>();
  for (const [at, line] of text.split("\n").entries()) {
    const own = line.length - (linkLengths[at] ?? 0);
    if (own >= LEAST_OWN) lines.set(hashOf(line), own);
  }
  const links = new Map<string, LinkPrint>();
  for (const { text: name, url } of anchors)
    links.set(`${url} ${name}`, [hashOf(name), name.length, lettersIn(name), url]);
  return { lines: [...lines], links: [...links.values()] };
}

/** Returns the hash and the letters of a link's text. */
export function linkName(text: string): { readonly hash: number; readonly letters: number } {
  return { hash: hashOf(text), letters: lettersIn(text) };
}

function lettersIn(text: string): number {
  return text.match(LETTERS)?.reduce((sum, run) => sum + run.length, 0) ?? 0;
}

function hashOf(text: string): number {
  return Math.floor(hashToUnit(0, text) * HASHES);
}
