/** The part of a text that a search has found, with what was found marked. */
import type { SearchPhrase, SearchQuery } from "../domain/text/search-query.ts";
import { foldWords } from "../domain/text/word-scanner.ts";
import type { ExcerptPiece } from "./excerpt.ts";

/** Longest text in which the place is looked for, in UTF-16 units; of a longer one its beginning is shown. */
const MOST_LOOKED = 200_000;

/** Most places that are compared; further ones are not marked. */
const MOST_PLACES = 1_000;

/** Share of an excerpt before its first marked word, in [0,1]. */
const LEAD = 0.2;

/** Most units that an excerpt is moved by so that it begins or ends between words. */
const MOST_MOVED = 30;

/** Scripts without spaces, in which a character is a word. */
const SPACELESS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const INSIDE = String.raw`\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}'’`;
const WORD = new RegExp(String.raw`[${SPACELESS}]\p{M}*|[[${INSIDE}]--[${SPACELESS}]]+`, "gv");

/** A part of a text, in UTF-16 units. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns at most some `length` UTF-16 units of a text where most of the phrases of a query stand together, with the
 * phrases marked; the beginning of a text that has none. White space is one space.
 */
export function searchExcerpt(
  text: string,
  query: SearchQuery,
  length: number,
): readonly ExcerptPiece[] {
  const plain = text.slice(0, MOST_LOOKED).replaceAll(/\s+/gu, " ").trim();
  const hits = hitsIn(plain, query.all.flat());
  const best = bestHit(hits, length * (1 - LEAD));
  const isWhole = plain.length <= length;
  const lead = best === undefined || isWhole ? 0 : best.from - Math.floor(length * LEAD);
  const start = lead <= 0 ? 0 : wordStart(plain, lead);
  const end = plain.length - start <= length ? plain.length : wordEnd(plain, start + length);
  const isCut = end < plain.length || text.length > MOST_LOOKED;
  const shown = hits.filter(({ from, to }) => from >= start && to <= end);
  const pieces = marked(plain, { from: start, to: end }, shown);
  const before = start > 0 ? [{ text: "… ", isMarked: false }] : [];
  return [...before, ...pieces, ...(isCut ? [{ text: " …", isMarked: false }] : [])];
}

interface Hit extends Place {
  readonly phrase: number;
}

/** Finds the phrases in a text, in the order of the text. */
function hitsIn(text: string, phrases: readonly SearchPhrase[]): readonly Hit[] {
  const words: (Place & { readonly word: string })[] = [];
  for (const { 0: found, index: from } of text.matchAll(WORD)) {
    const place = { from, to: from + found.length };
    for (const word of foldWords(found)) words.push({ ...place, word });
  }
  const hits: Hit[] = [];
  for (const [at, { from }] of words.entries()) {
    for (const [phrase, each] of phrases.entries()) {
      const last = words[at + each.words.length - 1];
      if (last === undefined || !isAt(words, at, each)) continue;
      hits.push({ from, to: last.to, phrase });
      if (hits.length === MOST_PLACES) return hits;
    }
  }
  return hits;
}

function isAt(
  text: readonly { readonly word: string }[],
  at: number,
  { words, isPrefix }: SearchPhrase,
): boolean {
  const last = words.length - 1;
  return words.every((word, index) => {
    const found = text[at + index]?.word ?? "";
    return isPrefix && index === last ? found.startsWith(word) : found === word;
  });
}

/** Returns the first hit from which on most different phrases are within reach. */
function bestHit(hits: readonly Hit[], reach: number): Hit | undefined {
  let best: Hit | undefined;
  let most = 0;
  for (const [at, hit] of hits.entries()) {
    const near = new Set<number>();
    for (let next = at; (hits[next]?.to ?? Infinity) <= hit.from + reach; next += 1)
      near.add(hits[next]?.phrase ?? 0);
    if (best !== undefined && near.size <= most) continue;
    [best, most] = [hit, near.size];
  }
  return best;
}

/** Returns the start of the first word from a place on; the place itself where no space is near. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(" ", from);
  return space < 0 || space - from > MOST_MOVED ? wholeCharacter(text, from) : space + 1;
}

/** Returns the end of the last word before a place; the place itself where no space is near. */
function wordEnd(text: string, to: number): number {
  const space = text.lastIndexOf(" ", to);
  return to - space > MOST_MOVED ? wholeCharacter(text, to) : space;
}

/** Keeps both halves of a code point together. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

function marked(text: string, { from, to }: Place, hits: readonly Hit[]): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  const add = (end: number, isMarked: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isMarked });
    at = Math.max(at, end);
  };
  let at = from;
  for (const hit of hits) {
    add(hit.from, false);
    add(hit.to, true);
  }
  add(to, false);
  return pieces;
}
