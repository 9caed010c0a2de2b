/**
 * A text in the plain characters that finders of addresses and numbers look for: without characters that cannot be
 * seen, and with the at signs, dots, digits, dashes and spaces of ASCII in place of their other spellings.
 */
import { indexAfter } from "../stats/sorted.ts";

/** A folded text, and where its places are in the text that it comes from, in UTF-16 units. */
export interface FoldedText {
  readonly text: string;
  /** Returns the place in the original of a place in the folded text. */
  placeOf(at: number): number;
}

/** A part of a text, in UTF-16 units. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Characters that show nothing: soft hyphens, joiners, marks of direction, selectors of variants. */
const UNSEEN = String.raw`\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF`;

/** Spaces, dashes, commas and full stops of ideographs, and full-width and small forms of ASCII. */
const OTHERS = String.raw`\u00A0\u2000-\u200A\u2010-\u2015\u202F\u205F\u2212\u3000-\u3002\uFE62\uFE63\uFE6B\uFF01-\uFF5E\uFF61`;

/** Points and bars that stand between digits alone. */
const BETWEEN_DIGITS = String.raw`(?<=\p{Nd})[\u00B7\u2022\u2024\u2219\u22C5\u30FB\u30FC](?=\p{Nd})`;

/** References of HTML and percent-encoded octets that addresses and numbers are hidden in. */
const ENCODED =
  "\\\\u00(?:40|2e|2b)|%(?:40|2E|2B)|&(?:#[0-9]{2,7}|#x[0-9a-f]{2,6}|commat|period|plus|nbsp|thinsp|shy|zwn?j);";

/** `@` and `.` as words, as people write them against those who collect addresses. */
const WORDS = String.raw` ?[\[\(\{<'"] ?(?:at|ät|arroba|arobase|chiocciola|ma[łl]pa|zavin[áa]č?c?|kukac|snabel-a|собака|@|dot|punkt|punto|point|kropka|точка|\.) ?[\]\)\}>'"] ?| -at- |\(a\)(?=[\p{L}\d\-]{1,63}\.\p{L})| at (?=(?:[\p{L}\d\-]{1,63} dot ){1,4}(?:com|org|net|edu|gov|info|de|uk|fr|es|pl|ru|nl|ch|ca|au|jp)(?!\p{L}))|(?-i: AT (?=[\p{L}\d\-]{1,63}(?: DOT |\.)[\p{L}\d]))| dot `;

/** Characters of which each stands for one, in a row. */
const ROW = String.raw`(?:[${OTHERS}]|[[\p{Nd}--[0-9]]&&[\u0080-\uFFFF]])+`;

const UNUSUAL = new RegExp(
  String.raw`[${UNSEEN}]+|${ROW}|[\p{Nd}--[0-9]]|${BETWEEN_DIGITS}|${ENCODED}|${WORDS}`,
  "giv",
);
/** A character alone that is not as in ASCII. */
const WHOLE = new RegExp(String.raw`^(?:[${UNSEEN}]|[${OTHERS}]|[\p{Nd}--[0-9]])$`, "v");
const IS_ROW = new RegExp(`^${ROW}$`, "v");
const HAS_UNSEEN = new RegExp(`^[${UNSEEN}]`);
const IS_SPACE = /^[\u00A0\u2000-\u200A\u202F\u205F\u3000]$/;
const IS_DASH = /^[\u2010-\u2015\u2212\u30FC\uFE63]$/;
const IS_AT = /at|ät|arroba|arobase|chiocciola|ma[łl]pa|zavin|kukac|snabel|собака|@|\(a\)/i;
const DIGIT = /^\p{Nd}$/u;
/** Characters that stand for one of ASCII each, and what is encoded by a name or an octet. */
const NAMED: Readonly<Record<string, string>> = {
  "\u3001": ",",
  "\uFE62": "+",
  "\uFE6B": "@",
  "\\u0040": "@",
  "\\u002e": ".",
  "\\u002b": "+",
  "%40": "@",
  "%2e": ".",
  "%2b": "+",
  "&commat;": "@",
  "&period;": ".",
  "&plus;": "+",
  "&nbsp;": " ",
  "&thinsp;": " ",
  "&shy;": "",
  "&zwj;": "",
  "&zwnj;": "",
};
const REFERENCE = /^&#(x?)(.+);$/i;

/** How far the full-width forms are from ASCII. */
const FULL_WIDTH = 0xfee0;

/** Folds a text, in time linear in its length. */
export function foldText(text: string): FoldedText {
  // From each of these places on, both texts run beside each other until the next.
  const folded: number[] = [0];
  const original: number[] = [0];
  let shorter = 0;
  const result = text.replace(UNUSUAL, (found, at: number) => {
    const isRow = found.length > 1 && IS_ROW.test(found);
    const characters = isRow ? plainRow(found) : plain(found);
    if (characters.length < found.length) {
      shorter += found.length - characters.length;
      original.push(at + found.length);
      folded.push(at + found.length - shorter);
    }
    return characters;
  });
  const placeOf = (at: number): number => {
    const last = Math.max(0, indexAfter(folded, at) - 1);
    return (original[last] ?? 0) + at - (folded[last] ?? 0);
  };
  return { text: result, placeOf };
}

/** Returns what stands for a character, a reference or a word in the folded text. */
function plain(found: string): string {
  const named = NAMED[found.toLowerCase()];
  if (named !== undefined) return named;
  if (HAS_UNSEEN.test(found)) return "";
  const code = found.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - FULL_WIDTH);
  if (IS_SPACE.test(found)) return " ";
  if (IS_DASH.test(found)) return "-";
  if (DIGIT.test(found)) return digitOf(code);
  const [, hexadecimal, number = ""] = REFERENCE.exec(found) ?? [];
  if (hexadecimal !== undefined)
    return referred(found, Number.parseInt(number, hexadecimal === "" ? 10 : 16));
  return IS_AT.test(found) ? "@" : ".";
}

/** Characters of rows that were met: there are some nine hundred. */
const ofRows = new Map<string, string>();

function plainRow(found: string): string {
  let row = "";
  for (const character of found) {
    let one = ofRows.get(character);
    if (one === undefined) {
      one = plain(character);
      ofRows.set(character, one);
    }
    row += one;
  }
  return row;
}

/** Returns what a reference of HTML refers to, if that is a character which matters here. */
function referred(reference: string, code: number): string {
  if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : "";
  return WHOLE.test(character) ? plain(character) : reference;
}

/** The ten digits of a script follow each other; where those of another come next, they begin at a tenth, too. */
function digitOf(code: number): string {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
