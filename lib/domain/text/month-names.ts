/** Languages whose month names are read: those of most of the Web's text. */
const LANGUAGES =
  "en de fr es it pt nl pl cs sk sl hr sr bs ro hu sv da nb fi et lv lt tr ru uk be bg mk el ca gl eu sq id ms vi is";

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

/**
 * Returns the month that a word names, 1 to 12. A name of different months in different languages
 * (`listopad`) is that of the language given, as `pl`; without one it names none.
 */
export function monthOf(word: string, language?: string): number | undefined {
  months ??= readMonths();
  const named = months.get(plain(word));
  if (named === undefined) return undefined;
  const own = language === undefined ? undefined : named.get(language.slice(0, 2));
  if (own !== undefined) return own;
  const [first, ...others] = new Set(named.values());
  return others.length === 0 ? first : undefined;
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
        named.set(language, month + 1);
      }
    }
  }
  return found;
}

function plain(word: string): string {
  return word.normalize("NFD").replace(MARKS, "").replaceAll(".", "").trim().toLowerCase();
}

/** Names of weekdays, long and short, in all languages. */
let days: ReadonlySet<string> | undefined;

const WORDS = /\p{L}[\p{L}\p{M}]*/gu;

/** Returns a text without names of weekdays. */
export function withoutDays(text: string): string {
  days ??= readDays();
  const names = days;
  return text.replace(WORDS, (word) => (names.has(plain(word)) ? " " : word));
}

function readDays(): Set<string> {
  const found = new Set<string>();
  for (const language of LANGUAGES.split(" ")) {
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
      for (let day = 1; day <= 7; day += 1) {
        const name = plain(format.format(Date.UTC(2001, 0, day)));
        if (name.length > 1) found.add(name);
      }
    }
  }
  return found;
}
