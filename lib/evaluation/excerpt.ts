import { SPACELESS } from "../domain/text/spaceless-words.ts";
import { cutWord, stem, stopWordsOf, wordsOf } from "../domain/text/words.ts";

/** A piece of a text; `isMarked` where it is a word that was looked for. */
export interface ExcerptPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** What a need says in words. */
interface NeedWords {
  readonly topic?: string | undefined;
  readonly words?: readonly string[] | undefined;
}

/** Shortest words that are looked for, in UTF-16 units, with spaces between words and without: shorter ones are everywhere. */
const SHORTEST_WORD = 3;
const SHORTEST_PIECE = 2;
/** Share of an excerpt before its first marked word, in [0,1]. */
const LEAD = 0.2;

/**
 * Returns the forms of the words that decided on a page: those that its reason names after a measure
 * (`learned 0.58: title: bees, not heading: car`), those of the topic, and those beside it.
 */
export function decidingWords(why: string, need: NeedWords | undefined): ReadonlySet<string> {
  const named = why.split(";").flatMap((clause) => clause.split(/: (.*)/s)[1]?.split(",") ?? []);
  const words = named.flatMap((sign) =>
    wordsOf(
      sign
        .replace(/^\s*not /u, "")
        .split(": ")
        .at(-1) ?? "",
    ),
  );
  const asked = [need?.topic ?? "", ...(need?.words ?? [])].join(" ");
  const all = [...words, ...wordsOf(asked)];
  const stopWords = stopWordsOf(undefined);
  const isLong = (word: string) =>
    word.length >= (SPACELESS.test(word) ? SHORTEST_PIECE : SHORTEST_WORD);
  const telling = all.filter((word) => isLong(word) && !stopWords.has(word));
  return new Set(telling.flatMap(formsOf));
}

/**
 * Returns at most `length` UTF-16 units of a text, cut between words, with the words looked for
 * marked. It begins at the start of the text, or shortly before the first such word where the
 * beginning has none. White space is one space, or with `keepsLines` the end of a line where it has one. Words are
 * compared by their stems: `bee` marks `bees`.
 */
export function excerptOf(
  text: string,
  stems: ReadonlySet<string>,
  length: number,
  { keepsLines = false } = {},
): readonly ExcerptPiece[] {
  const plain = text
    .replaceAll(/\s+/g, (space) => (keepsLines && space.includes("\n") ? "\n" : " "))
    .trim();
  const first = firstMatch(plain, stems);
  const start =
    first < length * (1 - LEAD) ? 0 : wordStart(plain, first - Math.floor(length * LEAD));
  const end = plain.length - start <= length ? plain.length : wordEnd(plain, start, length);
  const before = start > 0 ? "… " : "";
  const after = end < plain.length ? " …" : "";
  return marked(`${before}${plain.slice(start, end)}${after}`, stems);
}

/**
 * Returns how a stem is written for readers: as the word of it that the first of the texts has most often, or else the
 * next one. A stem that no text has a word of stays.
 */
export function wholeWords(texts: readonly string[]): (stem: string) => string {
  const known = new Map<string, string>();
  for (const text of texts) {
    const counts = new Map<string, number>();
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const all = [...counts].toSorted(([, a], [, b]) => b - a);
    const own = new Map(
      all.toReversed().flatMap(([word]) => formsOf(word).map((form) => [form, word])),
    );
    for (const [of, word] of own) if (!known.has(of)) known.set(of, word);
  }
  return (of) => known.get(of) ?? of;
}

/** Writes the stems in a reason as whole words: those that it names after a measure or a place. */
export function reasonInFull(why: string, wholeOf: (stem: string) => string): string {
  const inFull = (sign: string) => {
    const [, place = "", words = ""] = /^(.*: |\s*not |)(.*)$/s.exec(sign) ?? [];
    return place + words.replaceAll(WORD, wholeOf);
  };
  return why
    .split(";")
    .map((clause) => {
      const [, head, signs] = /^(.*? says |[^:]*: )(.*)$/s.exec(clause) ?? [];
      return head === undefined || signs === undefined
        ? clause
        : head + signs.split(", ").map(inFull).join(", ");
    })
    .join(";");
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function firstMatch(text: string, stems: ReadonlySet<string>): number {
  return matchesIn(text, stems)[0]?.[0] ?? 0;
}

/** Where words begin and end that have one of the stems, in order; pieces of scripts without spaces that overlap are one. */
function matchesIn(text: string, stems: ReadonlySet<string>): (readonly [number, number])[] {
  const rangeOf = ([word = ""]: readonly string[], index = 0) =>
    [index, index + word.length] as const;
  const found = Array.from(text.matchAll(WORD))
    .filter(([word]) => formsOf(word).some((form) => stems.has(form)))
    .map((match) => rangeOf(match, match.index));
  const pieces = [...stems].filter((stem) => SPACELESS.test(stem));
  if (pieces.length === 0) return found;
  const anyPiece = new RegExp(
    `(?=(${pieces.toSorted((a, b) => b.length - a.length).join("|")}))`,
    "g",
  );
  for (const { index, 1: piece } of text.matchAll(anyPiece))
    found.push(rangeOf([piece ?? ""], index));
  const merged: [number, number][] = [];
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Returns the forms that judges know a word by, in English and in other languages. */
function formsOf(word: string): readonly string[] {
  const plain = word.normalize("NFKC").toLowerCase();
  return [stem(plain), cutWord(plain)];
}

/** Returns the start of the first whole word from a position on. */
function wordStart(text: string, from: number): number {
  const space = text.slice(from).search(/\s/);
  return space < 0 ? 0 : from + space + 1;
}

/** Returns the end of the last whole word in a stretch; a word that is longer is cut. */
function wordEnd(text: string, start: number, length: number): number {
  const until = start + length;
  const space = Math.max(text.lastIndexOf(" ", until), text.lastIndexOf("\n", until));
  return space > start ? space : until;
}

function marked(text: string, stems: ReadonlySet<string>): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  let at = 0;
  for (const [start, end] of matchesIn(text, stems)) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  return at < text.length ? [...pieces, { text: text.slice(at), isMarked: false }] : pieces;
}
