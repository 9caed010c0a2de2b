/**
 * What walls say, as expressions. A title is compared whole, between the marks that separate it from the name of its
 * site; a sentence from its beginning.
 */
import type { PageWall } from "../../web/walls/wall.ts";
import phrases from "./phrases.json" with { type: "json" };

/** The phrases of one kind of wall. */
interface Phrases {
  readonly titles: readonly string[];
  readonly sentences: readonly string[];
}

/**
 * What servers, the services before them, and sites say in place of a text: parts of regular expressions in small
 * letters, language by language. A sentence speaks to the visitor, of what was asked for or of this very site, so that
 * a text about such pages, a login box or an advertisement does not say it.
 */
const PHRASES: Readonly<Record<PageWall, Phrases>> = phrases;

/** What begins a sentence and says nothing by itself, folded. */
const BEGINNING =
  /^(?:(?:sorry|we apologi[sz]e) for (?:the|any) inconvenience|sorry|we(?:'re| are) sorry|oops|whoops|error|warning|please|note|hi|hello|bitte|entschuldigung|leider|desole|merci de|por favor|lo sentimos|desculpe|przepraszamy|извините|к сожалению|пожалуиста|抱歉|很抱歉|对不起|ただいま|現在|当前|您的)[,:!.、，]?\s*(?:but )?/;

const PLAIN = /^[\n\x20-\x5f\x61-\x7e]*$/;
const MARKS = /\p{Mn}+/gu;
/** Latin letters that are no letter with a mark, and what they are written as. */
const LATIN = new Map(
  Object.entries({ ł: "l", ø: "o", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" }),
);
const LETTERS = /[łøđıßæœ]/g;
const APOSTROPHES = /[‘’´`]/g;
const SPACES = /[^\S\n]+/g;

/** Returns a text in the form in which phrases are compared: small letters without accents. */
export function foldedWords(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFD").replace(MARKS, "").replace(APOSTROPHES, "'").toLowerCase();
  return plain.replace(LETTERS, (letter) => LATIN.get(letter) ?? letter).replace(SPACES, " ");
}

/** Returns a folded sentence without what begins it and says nothing. */
export function withoutBeginning(sentence: string): string {
  return sentence.replace(BEGINNING, "");
}

/** What tests the phrases of one kind of wall, on texts that are folded. */
interface WallWords {
  /** Matches a whole title. */
  readonly title: RegExp;
  /** Returns whether a sentence begins with such a phrase. */
  readonly isSentence: (sentence: string) => boolean;
}

/** Made when they are first asked for: most pages need none. */
const made = new Map<PageWall, WallWords>();

/** Returns what tests the phrases of a kind of wall. */
export function wordsOfWall(wall: PageWall): WallWords {
  const words = made.get(wall) ?? compiled(PHRASES[wall]);
  made.set(wall, words);
  return words;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Lines of phrases in letters beyond ASCII are looked for only in sentences that have some. */
function compiled({ titles, sentences }: Phrases): WallWords {
  const lines = sentences.map(foldedWords);
  const startsWith = (phrases: readonly string[]) => new RegExp(`^(?:${phrases.join("|")})`);
  const inAscii = startsWith(lines.filter((line) => ASCII.test(line)));
  const others = startsWith(lines.filter((line) => !ASCII.test(line)));
  return {
    title: new RegExp(`^(?:${titles.map(foldedWords).join("|")})$`),
    isSentence: (sentence) =>
      inAscii.test(sentence) || (!ASCII.test(sentence) && others.test(sentence)),
  };
}
