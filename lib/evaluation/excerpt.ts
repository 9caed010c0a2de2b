import { stem, stopWordsOf, wordsOf } from "../domain/text/words.ts";

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

/** Shortest word that is looked for, in UTF-16 units: shorter ones are everywhere. */
const SHORTEST_WORD = 3;
/** Share of an excerpt before its first marked word, in [0,1]. */
const LEAD = 0.2;

/**
 * Returns the stems of the words that decided on a page: those that its reason names after a measure
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
  const telling = all.filter((word) => word.length >= SHORTEST_WORD && !stopWords.has(word));
  return new Set(telling.map(stemOf));
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
    const own = new Map(all.toReversed().map(([word]) => [stemOf(word), word]));
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

const WORD = /[\p{L}\p{N}]+/gu;

function firstMatch(text: string, stems: ReadonlySet<string>): number {
  return text.matchAll(WORD).find(([word]) => stems.has(stemOf(word)))?.index ?? 0;
}

function stemOf(word: string): string {
  return stem(word.normalize("NFKC").toLowerCase());
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
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!stems.has(stemOf(word))) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), isMarked: false });
    pieces.push({ text: word, isMarked: true });
    at = index + word.length;
  }
  return at < text.length ? [...pieces, { text: text.slice(at), isMarked: false }] : pieces;
}
