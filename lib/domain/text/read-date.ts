/** Reads dates as people and programs write them on pages, with the time and the zone beside them. */
import { isoZone } from "./machine-date.ts";
import { monthOf, withoutDays } from "./month-names.ts";
import { remember } from "./safe-text.ts";

/** Whether the day or the month comes first in dates such as 3/4/2008. */
export type DateOrder = "day-first" | "month-first";

/** Most languages of which anything is kept: pages name any. */
const MOST_LANGUAGES = 64;

const YEAR = "(?<y>(?:19|20)\\d\\d)(?!\\d)";
const DAY = "(?<d>\\d{1,2})(?:st|nd|rd|th|er|[.ºª])?";
const MONTH = "(?<name>\\p{L}[\\p{L}\\p{M}]{2,13})\\.?";

/** ISO 8601 as machines write it, also with a space: 2008-03-19T10:52:38Z. */
const MACHINE =
  /^\s*(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s?(?<zone>Z|(?:UTC|GMT)(?![+-]\d)|[+-]\d\d:?\d\d)?)?(?![\d:])/;

const FORMS = [
  `(?<![\\d.])${YEAR}\\s?([-/.])\\s?(?<m>\\d{1,2})\\s?\\2\\s?(?<d>\\d{1,2})(?!\\d)`,
  `(?<!\\d)${YEAR}\\s?[年년]\\s?(?<m>\\d{1,2})\\s?[月월]\\s?(?<d>\\d{1,2})`,
  `(?<!\\d)(?<d>\\d{1,2})\\s+tháng\\s+(?<m>\\d{1,2})(?:,|\\s+năm)?\\s+${YEAR}`,
  `(?<!\\d)${DAY}(?:\\s+|[-/])(?:de\\s+|of\\s+|d['’])?${MONTH},?(?:\\s+|[-/])(?:del?\\s+)?${YEAR}`,
  `(?<!\\p{L})${MONTH}(?:\\s+|-)${DAY},?(?:\\s+|-)${YEAR}`,
  `(?<!\\d)${YEAR}\\.?\\s+(?:m\\.\\s+)?${MONTH}\\s+${DAY}(?!\\d)(?:\\s+d\\.)?`,
  `(?<!\\d)${YEAR}\\.?\\s+(?:gada|g\\.)\\s+${DAY}\\s+${MONTH}`,
].map((form) => new RegExp(form, "iu"));

/** Numbers of versions and addresses look alike, with more figures or a word before them. */
const FIGURES =
  /(?<!\d|\d[-/.]|\bv(?:ersion)?\.?\s?)(?<one>\d{1,2})\s?(?<mark>[-/.])\s?(?<two>\d{1,2})\s?\k<mark>\s?(?<y>(?:19|20)\d\d)(?!\d|[-/.]\d)/i;

const TIME =
  /(?<!\d)(?<h>\d{1,2})(?:[:：h]|\sh\s|\.(?=\d\d(?![\d.]))|[時时點点시]\s?(?=\d\d?\s?[分분]))(?<min>\d\d?(?=\s?[分분])|\d\d)(?::(?<s>\d\d))?(?!\d)/i;

/** English halves of the day, which stand at the time itself. */
const HALF = /\s?[ap]\.?m(?![a-z])\.?/;

/** A zone after a time: `UTC`, `GMT+2`, `-0500`, `(PST)`. */
const ZONE =
  /^\s?\(?(?:(?<name>[A-Z]{2,4})(?<!UTC|GMT)(?![\p{L}\p{N}])|(?:UTC|GMT|Z)(?![\p{L}])(?:(?<!Z)\s?(?<sign>[+-])(?<h>\d{1,2})(?::?(?<min>\d\d))?(?!\d))?|(?<sign2>[+-])(?<h2>\d\d):?(?<min2>\d\d)(?!\d))/u;

/** Names of several zones, or words: people write them of either. */
const UNCERTAIN_ZONES: ReadonlySet<string> = new Set(["BST", "CST", "WEST", "WET"]);

/** Longest distance between a date and its time, in UTF-16 units. */
const NEAR = 12;

/**
 * Returns a date as ISO 8601: `2008-03-19`, with its time where one is beside it
 * (`2008-03-19T10:52`), with a zone only where it is stated. It is `undefined` where the day, the
 * month or the year is not certain: `3 days ago`, `19.3.08`, and `3/4/2008` without an order.
 */
export function readDate(
  written: string,
  order?: DateOrder,
  language?: string,
): string | undefined {
  const text = plainFigures(written);
  const machine = MACHINE.exec(text);
  if (machine?.groups?.["time"] !== undefined)
    return ofMachine(machine.groups, text.slice(machine[0].length));
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match?.groups === undefined) continue;
    const { y, m, d, name } = match.groups;
    const month = name === undefined ? Number(m) : monthOf(name, language);
    const day = month === undefined ? undefined : dayOf(Number(y), month, Number(d));
    if (day !== undefined) return day + timeNear(text, match, language);
  }
  const match = FIGURES.exec(text);
  const groups = match?.groups;
  if (match === null || groups === undefined) return undefined;
  const [one, two] = [Number(groups["one"]), Number(groups["two"])];
  const known = orderOf(groups["mark"] ?? "", one, two) ?? (one === two ? "day-first" : order);
  if (known === undefined) return undefined;
  const [day, month] = known === "day-first" ? [one, two] : [two, one];
  const found = dayOf(Number(groups["y"]), month, day);
  return found === undefined ? undefined : found + timeNear(text, match, language);
}

/** Where figures of other scripts begin: their digits are in order from 0. */
const ASCII = /^\p{ASCII}*$/u;
const DIGIT = /\p{Nd}/gu;
const DASH = /[\u2010-\u2013\u2212]/g;

/** A year of the Buddhist era, as Thai pages write it, 543 years ahead. */
const BUDDHIST_YEAR = /(?<!\d)2[45]\d\d(?!\d)/g;
const THAI = /\p{Script=Thai}/u;

/**
 * Returns a text with figures of all scripts as those of ASCII, dashes as `-`, and Thai years as those of
 * the common era.
 */
export function plainFigures(text: string): string {
  if (ASCII.test(text)) return text;
  const plain = text.replace(DIGIT, figureOf).replace(DASH, "-");
  return THAI.test(plain) ? plain.replace(BUDDHIST_YEAR, (year) => `${Number(year) - 543}`) : plain;
}

function figureOf(digit: string): string {
  // The digits of a script are ten code points in a row, so their place is that before the first non-digit.
  let value = 0;
  let code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

const IS_DIGIT = /^\p{Nd}$/u;

/** Returns a text without its date, the time beside it and names of weekdays. */
export function withoutDate(text: string): string {
  const found = [...FORMS, FIGURES].map((form) => form.exec(text)).find((match) => match !== null);
  const rest = found === undefined ? text : text.replace(found[0], " ");
  return withoutDays(rest.replace(CLOCK_TIME, " "));
}

/**
 * Returns the order that dates in figures have in several texts: one with a day above 12 shows it.
 * It is `undefined` when none does, or when they differ.
 */
export function dateOrder(texts: readonly string[]): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const { one, two, mark = "" } = FIGURES.exec(text)?.groups ?? {};
    const order = orderOf(mark, Number(one), Number(two));
    if (order !== undefined) orders.add(order);
  }
  const [first, ...others] = orders;
  return others.length === 0 ? first : undefined;
}

/**
 * Returns the order of dates in figures that is usual in a language; `undefined` for English, where it is that of a
 * country, and for languages that put the year first.
 */
export function usualOrder(language: string | undefined): DateOrder | undefined {
  if (language === undefined || /^en\b/i.test(language)) return undefined;
  return isDayFirst(language.slice(0, 2)) ? "day-first" : undefined;
}

const isDayFirst = remember((language: string): boolean => {
  if (!/^[a-z]{2}$/i.test(language)) return false;
  const known = Intl.DateTimeFormat.supportedLocalesOf(language);
  const parts = known.map((each) => new Intl.DateTimeFormat(each).formatToParts(0));
  return parts[0]?.find(({ type }) => type !== "literal")?.type === "day";
}, MOST_LANGUAGES);

/** Returns the order of a date by its figures, or by its points: no language has months before these. */
function orderOf(mark: string, one: number, two: number): DateOrder | undefined {
  if (one > 12 && two <= 12) return "day-first";
  if (two > 12 && one <= 12) return "month-first";
  return mark === "." ? "day-first" : undefined;
}

function ofMachine(parts: Record<string, string | undefined>, after: string): string | undefined {
  const { day = "", time, zone } = parts;
  const [year, month, date] = day.split("-").map(Number);
  const found = dayOf(year ?? 0, month ?? 0, date ?? 0);
  if (found === undefined || time === undefined) return found;
  if (Number(time.slice(0, 2)) > 23) return found;
  return `${found}T${time}${zone === undefined ? zoneOf(after) : isoZone(zone)}`;
}

/** Returns a day as ISO 8601; `undefined` for a day that no month has. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns the time beside a date as ISO 8601 with its `T`; `""` without one. */
function timeNear(
  text: string,
  { index, 0: date }: RegExpExecArray,
  language: string | undefined,
): string {
  const after = index + date.length;
  const following = TIME.exec(text.slice(after));
  if (following !== null && wordsFrom(text, after, after + following.index, language) <= NEAR)
    return isoTime(text, after + following.index, following, language);
  const preceding = text.slice(0, index);
  const last = Array.from(preceding.matchAll(ALL_TIMES)).at(-1);
  if (last === undefined || preceding.length - last.index - last[0].length > NEAR) return "";
  return isoTime(preceding, last.index, last, language);
}

/** Returns the length of the text between two places, without a word for the half of the day. */
function wordsFrom(text: string, from: number, to: number, language: string | undefined): number {
  const between = text.slice(from, to);
  return hourOfDay(1, between, "", language) === 13 ? 0 : between.length;
}

/** Returns the first time in a text as ISO 8601 with its `T`; `""` without one. */
export function timeIn(written: string, language?: string): string {
  const text = plainFigures(written);
  const match = TIME.exec(text);
  return match === null ? "" : isoTime(text, match.index, match, language);
}

const ALL_TIMES = new RegExp(TIME, "gi");
const CLOCK_TIME = new RegExp(`${TIME.source}(?:${HALF.source})?`, "i");

function isoTime(
  text: string,
  at: number,
  { groups = {}, 0: { length } }: RegExpMatchArray,
  language: string | undefined,
): string {
  const { h, min = "", s } = groups;
  const after = text.slice(at + length);
  const hour = hourOfDay(Number(h), text.slice(0, at), after, language);
  if (hour === undefined || hour > 23 || Number(min) > 59) return "";
  const time = `T${String(hour).padStart(2, "0")}:${min.padStart(2, "0")}${s === undefined ? "" : `:${s}`}`;
  return time + zoneOf(after.replace(HALF_BEFORE_ZONE, ""));
}

/** What may stand between a time and its zone. */
const HALF_BEFORE_ZONE = new RegExp(`^${HALF.source}`, "i");

function zoneOf(after: string): string {
  const match = ZONE.exec(after);
  if (match === null) return "";
  const { name, sign, h = "", min = "", sign2, h2, min2 } = match.groups ?? {};
  if (name !== undefined) return UNCERTAIN_ZONES.has(name) ? "" : isoZone(name);
  if (sign !== undefined) return isoZone(sign + h.padStart(2, "0") + min);
  return isoZone(sign2 === undefined ? "Z" : `${sign2}${h2}${min2}`);
}

/** Languages whose words are known by their letters alone, where a page names no language. */
const LANGUAGES = "en ko zh ja el tr ar fa he hi bn ta th ur ru uk bg mk".split(" ");

const HOURS_A_DAY = 24;

/** Letters that other letters of their word stand beside; words of other scripts follow each other without a space. */
const SPACED =
  "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}";

/** Between the letters of an abbreviation, and after it. */
const STOP = "\\.?[\\s\\u00a0\\u202f]?";

/** How the half of the day is written: as `AM`, and as a part of the day. */
const PERIOD_FORMS: readonly Intl.DateTimeFormatOptions[] = [{}, { dayPeriod: "short" }];

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
function hourOfDay(
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

const LATIN = /^[\p{ASCII}\s]*$/u;

function addWords(
  language: string,
  isByLetters: boolean,
  add: (word: string, hour: number) => void,
): void {
  for (const form of PERIOD_FORMS) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
      ...form,
      hour: "numeric",
      hour12: true,
      timeZone: "UTC",
    });
    for (let hour = 0; hour < HOURS_A_DAY; hour += 1) {
      const parts = format.formatToParts(Date.UTC(2001, 0, 1, hour));
      const word = parts.find(({ type }) => type === "dayPeriod")?.value ?? "";
      if (word !== "" && !(isByLetters && LATIN.test(word))) add(word, hour);
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
