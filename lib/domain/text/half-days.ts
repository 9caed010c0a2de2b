/** Words that say in which half of the day an hour of twelve is, by the data of Intl: `pm`, `下午`, `μ.μ.`. */
import { remember } from "./safe-text.ts";

/** Languages whose words are known by their letters alone, where a page names no language. */
const LANGUAGES = "en ko zh ja el tr ar fa he hi bn ta th ur ru uk bg mk".split(" ");

const HOURS_A_DAY = 24;

/** Letters that other letters of their word stand beside; words of other scripts follow each other without a space. */
const SPACED =
  "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}";

/** Between the letters of an abbreviation, and after it. */
const STOP = "\\.?[\\s\\u00a0\\u202f]?";

/** How the half of the day is written: as `AM`, and as a part of the day. */
const FORMS: readonly Intl.DateTimeFormatOptions[] = [{}, { dayPeriod: "short" }];

/** The words of some languages. */
interface HalfDayWords {
  readonly before: RegExp;
  readonly after: RegExp;
  /** Letters of a word → the hours of the day that it is said of. */
  readonly hours: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Returns the hour of the day, 0 to 23, of an hour with the text before its time and after it: of `1` in
 * `오후 1:26`, 13. It is the hour itself where no word of the language says which half of the day it is in, and
 * `undefined` where the word and the hour contradict each other. Words in Latin letters count in their own language
 * alone, but for `am` and `pm`.
 */
export function hourOfDay(
  hour: number,
  before: string,
  after: string,
  language: string | undefined,
): number | undefined {
  const words = wordsOf(language?.slice(0, 2) ?? "");
  const word = words.after.exec(after)?.[1] ?? words.before.exec(before)?.[1];
  const hours = word === undefined ? undefined : words.hours.get(letters(word));
  if (hours === undefined) return hour;
  if (hour > 12) return undefined;
  return [hour % 12, (hour % 12) + 12].find((each) => hours.has(each));
}

/** Most languages whose words are kept: pages name any. */
const MOST_LANGUAGES = 64;

const wordsOf = remember(compile, MOST_LANGUAGES);

function compile(language: string): HalfDayWords {
  const hours = new Map<string, Set<number>>();
  const forms = new Set(["a.m.", "p.m."]);
  const add = (word: string, hour: number): void => {
    const said = hours.get(letters(word)) ?? new Set();
    hours.set(letters(word), said.add(hour));
    forms.add(word);
  };
  // The words of the page's own language count, whatever others mean by them.
  for (const each of LANGUAGES) if (each !== language) addWords(each, each !== "en", add);
  const own = Intl.DateTimeFormat.supportedLocalesOf(language === "" ? [] : [language]);
  for (const each of own) addWords(each, false, add);
  const all = [...forms].toSorted((one, other) => other.length - one.length).map(pattern);
  const any = all.join("|");
  return {
    before: new RegExp(`(?<![${SPACED}])(${any})[\\s,]*$`, "iu"),
    after: new RegExp(`^[\\s,]*(${any})(?![${SPACED}\\p{M}])`, "iu"),
    hours,
  };
}

const ASCII = /^[\p{ASCII}\s]*$/u;

function addWords(
  language: string,
  isByLetters: boolean,
  add: (word: string, hour: number) => void,
): void {
  for (const form of FORMS) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
      ...form,
      hour: "numeric",
      hour12: true,
      timeZone: "UTC",
    });
    for (let hour = 0; hour < HOURS_A_DAY; hour += 1) {
      const parts = format.formatToParts(Date.UTC(2001, 0, 1, hour));
      const word = parts.find(({ type }) => type === "dayPeriod")?.value ?? "";
      if (word !== "" && !(isByLetters && ASCII.test(word))) add(word, hour);
    }
  }
}

function pattern(word: string): string {
  const parts = word.split(SEPARATORS).filter((part) => part !== "");
  return parts.map((part) => RegExp.escape(part)).join(STOP) + "\\.?";
}

const SEPARATORS = /[.\s\u00a0\u202f]+/;

function letters(word: string): string {
  return word.split(SEPARATORS).join("").toLowerCase();
}
