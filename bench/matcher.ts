/**
 * How many megabytes of text a second the term matcher reads, for sets of 10, 1,000 and 100,000 terms,
 * beside a pass that only makes the words, and a matcher that tries every term at every word.
 */

import { hashToUnit } from "../lib/domain/stats/random/random.ts";
import { figures } from "../lib/domain/text/table.ts";
import { compileTermMatcher, type MatchTerm } from "../lib/domain/text/term-matcher.ts";
import { singular } from "../lib/domain/text/term-vocabulary.ts";
import { foldWords } from "../lib/domain/text/word-scanner.ts";
import { wordsOf } from "../lib/domain/text/words.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "speed of the term matcher with 10 to 100,000 terms",
  takes: "some seconds",
};

const SIZES = [10, 1_000, 100_000];
const PAGES = 160;
const PAGE_LENGTH = 25_000;
/** Words of the generated language; its n-th is used 1/n as often as its first. */
const LANGUAGE = 30_000;
/** The longest terms of the large medical vocabularies have about so many words. */
const LONGEST_TERM = 20;

/** Rounds in which every way runs once, if the command line does not say how many; the medians count. */
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
const MEGA = 1e6;

/** Reads the pages; the number it returns keeps the work from being optimised away. */
type Way = (pages: readonly string[]) => number;

/** `npm run bench -- matcher [ROUNDS] [TERMS...]` */
export default function matcher([
  count = String(ROUNDS),
  ...sizes
]: readonly string[]): Promise<void> {
  const rounds = Number(count);
  const ascii = generatePages("");
  const accented = generatePages("é");
  const passes = measure(ascii, rounds, {
    wordsOf: countWords(wordsOf),
    foldWords: countWords(foldWords),
  });
  const rows = [...passes].map(([name, rate]) => [name, "", rate.toFixed(1), "", ""]);
  const foldRate = passes.get("foldWords") ?? Number.NaN;
  const row = (name: string, terms: number, rate: number, naive?: number): string[] => [
    name,
    terms.toLocaleString("en"),
    rate.toFixed(1),
    (rate / foldRate).toFixed(2),
    naive === undefined ? "" : Math.round(rate / naive).toLocaleString("en"),
  ];
  for (const size of sizes.length === 0 ? SIZES : sizes.map(Number)) {
    const terms = generateTerms(size);
    const started = process.cpuUsage();
    const matcher = compileTermMatcher(terms);
    const compileMs = secondsSince(started) * 1000;
    const matches: Way = (pages) =>
      pages.reduce((sum, page) => sum + matcher.count(page).counts.size, 0);
    const rate = measure(ascii, rounds, { matches }).get("matches") ?? Number.NaN;
    rows.push(
      row(`matcher, compiled in ${compileMs.toFixed(0)} ms`, size, rate, naiveRate(terms, ascii)),
    );
    rows.push(
      row(
        "matcher, text with accents",
        size,
        measure(accented, rounds, { matches }).get("matches") ?? 0,
      ),
    );
  }
  rows.push(row("matcher, worst text", 1, worstRate(rounds)));
  const titles = ["terms", "MB/s", "of foldWords", "times naive"].map(figures);
  printTable("MB of text a second of CPU time", [{ title: "way", align: "left" }, ...titles], rows);
  return Promise.resolve();
}

/** Megabytes a second of processor time, which other work on the machine touches least. */
function measure(
  pages: readonly string[],
  rounds: number,
  ways: Readonly<Record<string, Way>>,
): Map<string, number> {
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const rates = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  let sink = 0;
  for (let round = -Math.min(WARM_UP_ROUNDS, rounds); round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const started = process.cpuUsage();
      sink += way(pages);
      const rate = bytes / secondsSince(started) / MEGA;
      if (round >= 0) rates.get(name)?.push(rate);
    }
  }
  if (sink === 0) throw new Error("no way found anything");
  return new Map(
    [...rates].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[rounds >> 1] ?? 0]),
  );
}

function secondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / MEGA;
}

function countWords(split: (text: string) => string[]): Way {
  return (pages) => pages.reduce((sum, page) => sum + split(page).length, 0);
}

/** One page read once: with many terms it takes seconds. */
function naiveRate(terms: readonly MatchTerm[], [page = ""]: readonly string[]): number {
  const folded = terms.map(({ term }) => foldWords(term).map(singular));
  const started = process.cpuUsage();
  const words = foldWords(page).map(singular);
  let found = 0;
  for (let at = 0; at < words.length; at += 1) {
    for (const term of folded)
      if (term.every((word, index) => words[at + index] === word)) found += 1;
  }
  const seconds = secondsSince(started);
  return found < 0 ? 0 : Buffer.byteLength(page) / MEGA / seconds;
}

/** A text that follows the longest term to its last word but one, from every word. */
function worstRate(rounds: number): number {
  const matcher = compileTermMatcher([
    { term: `${"pain ".repeat(LONGEST_TERM - 1)}relief`, isAcronym: false },
    { term: "pain relief", isAcronym: false },
  ]);
  const text = `${"pain ".repeat(PAGE_LENGTH / 5)}relief`;
  return (
    measure([text], rounds, { words: (pages) => matcher.count(pages[0] ?? "").words }).get(
      "words",
    ) ?? 0
  );
}

function generatePages(accent: string): string[] {
  return Array.from({ length: PAGES }, (_, page) => {
    const parts: string[] = [];
    for (let n = 0, length = 0; length < PAGE_LENGTH; n += 1) {
      const chance = (what: string) => hashToUnit(page, `${what}${n}`);
      const word = wordNumber(Math.floor(LANGUAGE ** chance("word")), n % 10 === 0 ? accent : "");
      const plural = chance("plural") < 0.1 ? "s" : "";
      const isFirst = n % 12 === 0;
      const space = n % 60 === 0 ? ".\n" : isFirst ? ". " : " ";
      parts.push(space, isFirst ? capitalise(word) : word, plural);
      length += space.length + word.length + plural.length;
    }
    return parts.join("");
  });
}

/** Terms of one to four words of the language, its commonest hundred left out as first words. */
function generateTerms(count: number): MatchTerm[] {
  return Array.from({ length: count }, (_, n) => {
    const chance = (what: string) => hashToUnit(7, `${what}${n}`);
    const length = 1 + Math.floor(4 * chance("length"));
    const words = Array.from({ length }, (_, index) => {
      const first = index === 0 ? 100 : 1;
      return wordNumber(Math.floor(first * (LANGUAGE / first) ** chance(`word${index}`)), "");
    });
    return { term: words.join(" "), isAcronym: false };
  });
}

const SYLLABLES =
  "ba be bi bo da de di do ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no".split(" ");

/** The commonest words are the shortest. */
function wordNumber(number: number, accent: string): string {
  let word = accent;
  for (let rest = number; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return `${word}n`;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
