/** Dates that are told from the day on which a page was fetched: `3 h ago`, `yesterday at 10:15`, `vor 2 Tagen`. */
import { monthOf, weekdayOf } from "./month-names.ts";
import { remember } from "./safe-text.ts";

/** How exact a date is: it may be off by one of these. */
export type DatePrecision = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

/** A date that was resolved against a moment. */
export interface NearDate {
  /** Day in ISO 8601, or moment; `undefined` where not even the day is certain. */
  readonly date: string | undefined;
  /** ms since the epoch. */
  readonly at: number;
  readonly precision: DatePrecision;
}

/** What a date is resolved with. */
export interface NearReading {
  /** When the page was fetched, in ms since the epoch. */
  readonly now: number;
  readonly language: string | undefined;
  /** Returns the time in a text as ISO 8601 with its `T`; `""` without one. */
  readonly timeOf: (text: string) => string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Units of Intl's relative times that are told, with their length in ms. */
const UNITS = {
  second: 1_000,
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.4369 * DAY_MS,
  year: 365.2425 * DAY_MS,
} as const;

type Unit = keyof typeof UNITS;

const UNIT_NAMES: readonly Unit[] = ["second", "minute", "hour", "day", "week", "month", "year"];

/** Numbers of which languages with several plurals have one each. */
const NUMBERS = [1, 2, 3, 5, 21] as const;

const STYLES: readonly Intl.RelativeTimeFormatStyle[] = ["long", "short", "narrow"];

/** A span that is nothing but a number with the first letters of its unit, as short lists have it: `3h`, `2 mo`. */
const SHORT =
  /^[\s·•(]*(?<n>\d{1,3})\s?(?<unit>s(?:ecs?)?|m(?:ins?)?|h(?:rs?)?|d(?:ays?)?|w(?:ks?)?|mos?|y(?:rs?)?)\.?(?:\s+ago)?[\s·•)]*$/i;

const SHORT_UNITS: Readonly<Record<string, Unit>> = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  mo: "month",
  y: "year",
};

/** English spans without a figure. */
const ONE_AGO = /\b(?:an?|one)\s+(?<unit>second|minute|hour|day|week|month|year)\s+ago\b/i;
const NOW = /^[\s·•]*(?:just\s+now|now|moments?\s+ago|a\s+few\s+seconds\s+ago)[\s·•]*$/i;

const DAY_AND_MONTH =
  /(?<![\d\p{L}])(?:(?<d>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?(?<name>\p{L}[\p{L}\p{M}]{2,13})\.?|(?<name2>\p{L}[\p{L}\p{M}]{2,13})\.?\s+(?<d2>\d{1,2})(?:st|nd|rd|th)?)(?![\d\p{L}]|\s*,?\s*'?\d{2,4}(?![:\d]))/iu;

const MARKS = /\p{M}/gu;

/** Returns whether a text is nothing but a span of time or a day, as short lists have them: `3h`, `Mar 1`. */
export function isShortDate(text: string): boolean {
  if (text.length > MOST_SHORT) return false;
  if (SHORT.test(text) || NOW.test(text)) return true;
  const match = DAY_AND_MONTH.exec(text);
  const name = match?.groups?.["name"] ?? match?.groups?.["name2"];
  return match?.[0] === text.trim() && name !== undefined && monthOf(name) !== undefined;
}

/** Longest short date, in UTF-16 units. */
const MOST_SHORT = 24;

/** The words of a language for spans and days. */
interface NearWords {
  /** With a group for the number of each form; the units are those of the groups. */
  readonly spans: RegExp;
  readonly units: readonly Unit[];
  readonly days: RegExp;
  readonly daysAgo: ReadonlyMap<string, number>;
}

/** Returns the date that a text tells from the moment of its page; `undefined` for another text. */
export function readNearDate(text: string, reading: NearReading): NearDate | undefined {
  const { now } = reading;
  if (NOW.test(text)) return momentBefore(now, 0, "minute");
  const short = SHORT.exec(text)?.groups;
  if (short !== undefined) {
    const name = (short["unit"] ?? "").toLowerCase();
    const unit = SHORT_UNITS[name.startsWith("mo") ? "mo" : name.slice(0, 1)];
    if (unit !== undefined) return momentBefore(now, Number(short["n"]), unit);
  }
  const one = ONE_AGO.exec(text)?.groups?.["unit"];
  const oneUnit = UNIT_NAMES.find((unit) => unit === one?.toLowerCase());
  if (oneUnit !== undefined) return momentBefore(now, 1, oneUnit);
  const folded = fold(text);
  for (const language of languagesOf(reading.language)) {
    const words = wordsOf(language);
    const span = words.spans.exec(folded);
    if (span !== null) {
      const at = span.findIndex((group, index) => index > 0 && group !== undefined);
      const unit = words.units[at - 1];
      if (unit !== undefined) return momentBefore(now, Number(span[at]), unit);
    }
    const day = words.days.exec(folded)?.[1];
    const ago = day === undefined ? undefined : words.daysAgo.get(day);
    if (ago !== undefined) return dayBefore(ago, text, reading);
  }
  return dayOfYear(text, reading) ?? dayOfWeek(text, reading);
}

function languagesOf(language: string | undefined): string[] {
  const own = language?.slice(0, 2);
  const supported =
    own === undefined || own === "en" ? [] : Intl.RelativeTimeFormat.supportedLocalesOf([own]);
  return [...supported, "en"];
}

/** Returns the moment a span before another one, as exact as its unit. */
function momentBefore(now: number, count: number, unit: Unit): NearDate {
  const at = now - count * UNITS[unit];
  const precision = unit === "second" ? "minute" : unit;
  const iso = new Date(at).toISOString();
  if (precision === "week" || precision === "month" || precision === "year")
    return { date: undefined, at, precision };
  return { date: precision === "day" ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`, at, precision };
}

/** How far the clocks of sites are before UTC's at most, how far those of most are, and how far behind it. */
const MOST_EAST_MS = 14 * UNITS.hour;
const EAST_MS = 3 * UNITS.hour;
const MOST_WEST_MS = 12 * UNITS.hour;

/** The zone of a time in ISO 8601. */
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** Returns a day before that of the fetch, with the time of a text. Its site's clock may be in another day than UTC's. */
function dayBefore(days: number, text: string, { now, timeOf }: NearReading): NearDate | undefined {
  const time = timeOf(text);
  const zone = ZONE.exec(time)?.[0];
  const east = zone === undefined ? 0 : -Date.parse(`1970-01-01T00:00${zone}`);
  const midnight = Math.floor((now + east) / DAY_MS) * DAY_MS - days * DAY_MS;
  if (time === "" || zone !== undefined) return dated(midnight, time);
  const found = dated(midnight, time);
  // A time that is still to come is of a site in the east, or of the day before in the west.
  const ahead = found.at - now;
  if (ahead > MOST_EAST_MS) return dated(midnight - DAY_MS, time);
  return ahead > EAST_MS && now % DAY_MS < MOST_WEST_MS ? undefined : found;
}

function dated(midnight: number, time: string): NearDate {
  const date = new Date(midnight).toISOString().slice(0, 10) + time;
  const at = time === "" ? midnight : Date.parse(ZONE.test(time) ? date : `${date}Z`);
  const hasSeconds = time.replace(ZONE, "").length > "T10:52".length;
  return { date, at, precision: time === "" ? "day" : hasSeconds ? "second" : "minute" };
}

/** Returns the last day of that name and number before the fetch. */
function dayOfYear(text: string, { now, language, timeOf }: NearReading): NearDate | undefined {
  const groups = DAY_AND_MONTH.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const month = monthOf(groups["name"] ?? groups["name2"] ?? "", language);
  const day = Number(groups["d"] ?? groups["d2"]);
  if (month === undefined || day < 1 || day > 31) return undefined;
  const year = new Date(now).getUTCFullYear();
  for (const each of [year, year - 1]) {
    const midnight = Date.UTC(each, month - 1, day);
    if (midnight > now + DAY_MS || new Date(midnight).getUTCDate() !== day) continue;
    return dated(midnight, timeOf(text));
  }
  return undefined;
}

/** Returns the last day of that weekday before the fetch, where a time is beside it. */
function dayOfWeek(text: string, { now, language, timeOf }: NearReading): NearDate | undefined {
  const time = timeOf(text);
  const weekday = time === "" ? undefined : weekdayOf(text, language);
  if (weekday === undefined) return undefined;
  const days = (new Date(now).getUTCDay() - weekday + 7) % 7;
  return dated(Math.floor(now / DAY_MS) * DAY_MS - (days === 0 ? 7 : days) * DAY_MS, time);
}

/** Most languages whose words are kept: pages name any. */
const MOST_LANGUAGES = 64;

const wordsOf = remember(compile, MOST_LANGUAGES);

function compile(language: string): NearWords {
  const byUnit = UNIT_NAMES.map((unit) => {
    const forms = STYLES.flatMap((style) => {
      const format = new Intl.RelativeTimeFormat(language, { style, numeric: "always" });
      return NUMBERS.map((number) => fold(format.format(-number, unit)));
    });
    // Some narrow forms are a number with a sign: no words say that they are past.
    return new Set(
      forms.filter((form) => FIGURE.test(form) && !form.startsWith("-")).map(spanForm),
    );
  });
  const groups = byUnit.flatMap((forms) => [...forms]);
  const units = byUnit.flatMap((forms, index) =>
    Array.from(forms, () => UNIT_NAMES[index] ?? "day"),
  );
  const daysAgo = new Map<string, number>();
  const auto = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const days of [0, 1, 2]) {
    const word = fold(auto.format(-days, "day"));
    if (!FIGURE.test(word)) daysAgo.set(word, days);
  }
  const names = [...daysAgo.keys()].toSorted((one, other) => other.length - one.length);
  return {
    spans: new RegExp(groups.map((form) => `(?<!\\p{L})${form}(?!\\p{L})`).join("|"), "u"),
    units,
    days: new RegExp(
      `(?<!\\p{L})(${names.map((name) => RegExp.escape(name)).join("|")})(?!\\p{L})`,
      "u",
    ),
    daysAgo,
  };
}

const FIGURE = /\d+/;

function spanForm(form: string): string {
  const [before = "", after = ""] = form.split(FIGURE);
  const loose = (text: string): string =>
    text.trim() === ""
      ? "\\s?"
      : RegExp.escape(text).replaceAll("\\x20", "\\s?").replaceAll(" ", "\\s?");
  return `${loose(before)}(?<!\\d)(\\d{1,3})\\+?${loose(after).replace(/\\\.$/, "\\.?")}`;
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .toLowerCase();
}
