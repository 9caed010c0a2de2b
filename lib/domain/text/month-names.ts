/** Languages whose month names are read: those of most of the Web's text, and of countries with other names. */
const LANGUAGES =
  "en de de-AT fr es es-PE it pt nl pl cs sk sl hr sr bs ro hu sv da nb fi et lv lt tr ru uk be bg mk el ca gl eu sq id ms vi is" +
  " ar-u-ca-gregory fa-u-ca-gregory he hi bn ta th-u-ca-gregory ur";

/** How month names are written: long and short, alone and in a date, where many languages inflect. */
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { month: "long", day: "numeric" },
  { month: "short", day: "numeric" },
  { month: "long", day: "numeric", year: "numeric" },
  { month: "short", day: "numeric", year: "numeric" },
];

const LETTERS = /\p{L}/u;
const MARKS = /\p{M}/gu;

/** Month name, lower case, without accents and stop → languages that have it, with the month. */
let months: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;

/** Abbreviations that are no beginning of a name, and in Intl's data no more. */
const OTHER_NAMES: readonly (readonly [name: string, language: string, month: number])[] = [
  ["mrz", "de", 3],
  ["maa", "fi", 3],
  ["feber", "de", 2],
  ["agt", "id", 8],
];

/** Hebrew writes `in` as a letter before the month. */
const WITH_IN = /^\u05d1(?=\p{L}{3})/u;

/** Shortest beginning that stands for a name. */
const LEAST_BEGINNING = 3;

/**
 * Returns the month that a word names, 1 to 12, or abbreviates by its beginning. A name of different months
 * in different languages (`listopad`) is that of the language given, as `pl`; without one it names none.
 */
export function monthOf(word: string, language?: string): number | undefined {
  months ??= readMonths();
  const name = plain(word);
  const named = months.get(name) ?? months.get(name.replace(WITH_IN, "")) ?? namedBy(name, months);
  if (named === undefined) return undefined;
  const own = language === undefined ? undefined : named.get(language.slice(0, 2));
  if (own !== undefined) return own;
  const [first, ...others] = new Set(named.values());
  return others.length === 0 ? first : undefined;
}

/** Returns the months whose names begin with a word, by language: only one of each. */
function namedBy(
  beginning: string,
  all: ReadonlyMap<string, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> | undefined {
  if (beginning.length < LEAST_BEGINNING) return undefined;
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const [name, named] of all) {
    if (!name.startsWith(beginning)) continue;
    for (const [language, month] of named) {
      if ((found.get(language) ?? month) !== month) several.add(language);
      found.set(language, month);
    }
  }
  return several.size > 0 || found.size === 0 ? undefined : found;
}

function readMonths(): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const language of LANGUAGES.split(" ")) {
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
      for (let month = 0; month < 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2001, month, 15));
        const name = parts.find(({ type }) => type === "month")?.value ?? "";
        if (!LETTERS.test(name)) continue;
        let named = found.get(plain(name));
        if (named === undefined) found.set(plain(name), (named = new Map()));
        named.set(language.slice(0, 2), month + 1);
      }
    }
  }
  for (const [name, language, month] of OTHER_NAMES) found.set(name, new Map([[language, month]]));
  return found;
}

function plain(word: string): string {
  return word.normalize("NFD").replace(MARKS, "").replaceAll(".", "").trim().toLowerCase();
}

/** Names of weekdays, long and short, in all languages → languages that have it, with the day from Sunday. */
let days: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;

const WORDS = /\p{L}[\p{L}\p{M}]*/gu;

/** Returns a text without names of weekdays. */
export function withoutDays(text: string): string {
  days ??= readDays();
  const names = days;
  return text.replace(WORDS, (word) => (names.has(plain(word)) ? " " : word));
}

/** Returns the day of the week that a text names in a language, or in English, from 0 for Sunday. */
export function weekdayOf(text: string, language?: string): number | undefined {
  days ??= readDays();
  for (const [word] of text.matchAll(WORDS)) {
    const named = days.get(plain(word));
    const day = named?.get(language?.slice(0, 2) ?? "en") ?? named?.get("en");
    if (day !== undefined) return day;
  }
  return undefined;
}

function readDays(): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const language of LANGUAGES.split(" ")) {
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
      for (let day = 1; day <= 7; day += 1) {
        const name = plain(format.format(Date.UTC(2001, 0, day)));
        if (name.length < 2) continue;
        let named = found.get(name);
        if (named === undefined) found.set(name, (named = new Map()));
        named.set(language.slice(0, 2), day % 7);
      }
    }
  }
  return found;
}
