import { hashToUnit } from "../stats/random/random.ts";
import type { Url } from "../web/url/url.ts";
import type { PageView } from "./page-view.ts";

/** A text by its hash, a whole number below 2^48, and its length in UTF-16 units. */
export type TextHash = readonly [hash: number, length: number];

/**
 * The text of a link: its hash, its length in UTF-16 units, its letters, and the URL of the link.
 */
type LinkPrint = readonly [hash: number, length: number, letters: number, url: Url];

/** The texts of a page as hashes: enough to find the same texts on other pages. */
export type TextHashes = {
  /** Lines that have some text of their own, each once, with the length outside links. */
  readonly lines: readonly TextHash[];
  /** Links by text and URL, each once. */
  readonly links: readonly LinkPrint[];
};

/**
 * Least length of a line outside links, in UTF-16 units, about five words: shorter ones are labels.
 */
const LEAST_OWN = 30;

/**
 * Lines of a page from which on a word is part of its template, and least letters of other words in
 * a line of text. The rows of a list share their words, such as those of dates.
 */
const TEMPLATE_LINES = 4;
const LEAST_LETTERS = 15;

const LETTERS = /\p{L}+/gu;

/** 2^48: chance collisions of a site's texts are fewer than one in a million. */
const HASHES = 0x1_0000_0000_0000;

/** Returns the prints of a page, in document order. */
export function textHashes({
  text,
  linkLengths,
  anchors,
}: Pick<PageView, "text" | "linkLengths" | "anchors">): TextHashes {
  const lines = new Map<number, number>();
  for (const { line, linked, letters } of textLines({ text, linkLengths })) {
    const own = line.length - linked;
    if (own >= LEAST_OWN && letters - linked >= LEAST_LETTERS) lines.set(hashOf(line), own);
  }
  const links = new Map<string, LinkPrint>();
  for (const { text: name, url } of anchors)
    links.set(`${url} ${name}`, [hashOf(name), name.length, lettersIn(name), url]);
  return { lines: [...lines], links: [...links.values()] };
}

/** A line of a page. */
interface TextLine {
  readonly line: string;
  /** Length inside links, in UTF-16 units. */
  readonly linked: number;
  /** Letters of the words that few lines of the page have. */
  readonly letters: number;
}

/** Returns the lines of a page with their lengths. */
export function textLines({
  text,
  linkLengths,
}: Pick<PageView, "text" | "linkLengths">): TextLine[] {
  const lines = text.split("\n").map((line) => ({ line, words: line.match(LETTERS) ?? [] }));
  const counts = new Map<string, number>();
  for (const { words } of lines)
    for (const word of new Set(words)) counts.set(word, 1 + (counts.get(word) ?? 0));
  return lines.map(({ line, words }, at) => {
    const own = words.filter((word) => (counts.get(word) ?? 0) < TEMPLATE_LINES);
    const letters = own.reduce((sum, word) => sum + word.length, 0);
    return { line, linked: linkLengths[at] ?? 0, letters };
  });
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
