/** Words of scripts that put no spaces between words, or join particles to them, as pieces that overlap. */

/** Chinese and Japanese characters, and Korean syllables: two of them are about a word. */
const PAIRED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]`;
/** Letters of alphabets, of which words have more. */
const TRIPLED = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;

/** Finds a character of a script that puts no spaces between words, or joins particles to them. */
export const SPACELESS = new RegExp(`${PAIRED}|${TRIPLED}`, "u");
/** No character of them has a number below this. */
export const FIRST_SPACELESS = 0x0e00;
const STRETCH = new RegExp(
  `(?<pairs>(?:${PAIRED}\\p{M}*)+)|(?<triples>(?:${TRIPLED}\\p{M}*)+)|(?:(?!${PAIRED}|${TRIPLED}).)+`,
  "gsu",
);
/** Finds a letter that pairs with its neighbours, and one that is a word by itself, too. */
export const IS_PAIRED = new RegExp(PAIRED, "u");
export const IS_SYLLABLE = /[\p{sc=Han}\p{sc=Hangul}]/u;
/** A letter with its marks. */
const LETTER = /.\p{M}*/gsu;

/**
 * Returns the words of a run of letters, marks and digits. Of stretches of Chinese, Japanese and Korean they are the pairs of
 * neighbours, and each Chinese character and Korean syllable itself (`養蜂場` is `養`, `養蜂`, `蜂`, `蜂場` and `場`); of Thai,
 * Lao, Khmer and Burmese all threes. Shorter stretches and others stay as they are. So a topic is found wherever its words begin
 * (Nie, Gao, Zhang and Zhou, "On the use of words and n-grams for Chinese information retrieval", 2000).
 */
export function piecesOf(run: string): string[] {
  return Array.from(run.matchAll(STRETCH), ({ 0: stretch, groups }) => {
    const isPaired = groups?.["pairs"] !== undefined;
    if (!isPaired && groups?.["triples"] === undefined) return [stretch];
    const letters = stretch.match(LETTER) ?? [];
    const size = isPaired ? 2 : 3;
    if (letters.length < size) return [stretch];
    return letters.flatMap((letter, at) => [
      ...(IS_SYLLABLE.test(letter) ? [letter] : []),
      ...(at + size <= letters.length ? [letters.slice(at, at + size).join("")] : []),
    ]);
  }).flat();
}
