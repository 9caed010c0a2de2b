import type { MatchTerm, TermCounts } from "../../../lib/domain/text/term-matcher.ts";
import { singular } from "../../../lib/domain/text/term-vocabulary.ts";

/** A word, and how it is written. */
export interface NaiveWord {
  readonly spelled: string;
  /** `AIDS` */
  readonly isAcronym: boolean;
  /** `STD` of `STDs`. */
  readonly acronym: string | undefined;
}

const SPACELESS =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]";
const CHARACTER = `(?=${SPACELESS})[\\p{L}\\p{N}]\\p{M}*`;
const LETTER = `(?!${SPACELESS})[\\p{L}\\p{N}]\\p{M}*`;
const BARE_SCRIPTS = `(?!${SPACELESS})[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{N}]`;

const WORD = new RegExp(`${CHARACTER}|(?:${LETTER})+`, "gu");
const POSSESSIVE = new RegExp(`(${LETTER})'s(?!${LETTER})`, "giu");
const BARE_LETTER = new RegExp(`${BARE_SCRIPTS}\\p{M}*`, "gu");
const CAPITAL = new RegExp(`(?=${BARE_SCRIPTS})\\p{Lu}`, "gu");
const SMALL = new RegExp(`(?!(?=${BARE_SCRIPTS})\\p{Lu})\\p{L}`, "gu");

/** The words of each line, one rule after the other, each by its own regex. */
export function naiveLines(text: string): NaiveWord[][] {
  const clean = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFKC");
  return clean.split("\n").map((line) => {
    const bare = line.replace(BARE_LETTER, (letter) =>
      letter.normalize("NFD").replaceAll(/\p{M}/gu, ""),
    );
    const plain = bare.replaceAll(/[‘’ʼ`]/gu, "'").replace(POSSESSIVE, "$1 ");
    return Array.from(plain.matchAll(WORD), ([word]) => naiveWord(word));
  });
}

/** Tries every term at every word. */
export function naiveCount(terms: readonly MatchTerm[], text: string): TermCounts {
  const patterns = terms.map(({ term, isAcronym }) =>
    naiveLines(term).flatMap((line) => line.map((word) => testOf(word, isAcronym))),
  );
  const counts = new Map<number, number>();
  const lines = naiveLines(text);
  for (const line of lines) {
    for (let at = 0; at < line.length; ) {
      const fits = patterns.map((tests) =>
        tests.every((test, index) => {
          const word = line[at + index];
          return word !== undefined && test(word);
        })
          ? tests.length
          : 0,
      );
      const longest = Math.max(0, ...fits);
      const term = fits.indexOf(longest);
      if (longest > 0) counts.set(term, (counts.get(term) ?? 0) + 1);
      at += Math.max(1, longest);
    }
  }
  return { counts, words: lines.flat().length };
}

function testOf(word: NaiveWord, isAcronymTerm: boolean): (other: NaiveWord) => boolean {
  if (isAcronymTerm || word.isAcronym || word.acronym !== undefined) {
    const spelled = word.acronym ?? word.spelled;
    return (other) => (other.acronym ?? other.spelled) === spelled;
  }
  const form = singular(word.spelled);
  return ({ spelled, isAcronym }) =>
    (isAcronym && spelled.endsWith("s") ? spelled : singular(spelled)) === form;
}

function naiveWord(word: string): NaiveWord {
  const spelled = Array.from(word, (letter) =>
    letter.toLowerCase().toUpperCase().toLowerCase(),
  ).join("");
  const capitals = word.match(CAPITAL)?.length ?? 0;
  const smalls = word.match(SMALL)?.length ?? 0;
  return {
    spelled,
    isAcronym: smalls === 0 && capitals >= 2 && capitals <= 5,
    acronym: capitals >= 2 && smalls === 1 && word.endsWith("s") ? spelled.slice(0, -1) : undefined,
  };
}
