/** A page of a calendar, or of an archive by date. */
export interface CalendarPage {
  /** Year of a date that has at least a month. */
  readonly year: number | undefined;
  /**
   * The URL's path and query with a `#` for each of its dates: the same for all pages of a
   * calendar.
   */
  readonly shape: string;
  readonly by: "day" | "month";
}

/**
 * A year and a two-digit month, perhaps a day, as whole segments. Only years from 1900 to 2099: a
 * crawl of an endless calendar passes through them step by step. Numbers of threads stay outside.
 */
const PATH_DATE = /\/((?:19|20)\d\d)([/-])(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))?(?=\/|$)/;

/**
 * The rest of an archive page's path after the date: nothing, an index file, or the page number.
 */
const ARCHIVE_END = /^(?:\/(?:index\.[a-z]{2,5})?|\/page\/\d{1,6}\/?)?$/;

/** Names of parameters that hold a date or a part of one. */
const DATE_NAME = /(?:date|day|month|week|year|yr)$/;
const DAY_NAME = /(?:date|day)$|^d$/;
const YEAR_NAME = /(?:year|yr)$|^y$/;
const MONTH_OR_DAY_NAME = /(?:month|week|day)$|^[md]$/;

/** Names that do so only together with a year, or with a whole date as value. */
const SHORT_DATE_NAME = /^(?:y|m|d|ym|ymd)$/;
const YEAR_PAIR = /^(?:y|[^=]*(?:year|yr))=(?:19|20)\d\d$/i;

/** `2026-11`, `2026-11-20`, `2026/1/5`, `202611`, `20261120`, with or without a time. */
const DATE_VALUE =
  /^((?:19|20)\d\d)(?:(-|\.|\/|%2f)(?:1[0-2]|0?[1-9])(?:\2(\d\d?))?|(?:0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?)(?:(?:t|\+|%20).{0,40})?$/i;
const FULL_ISO_DATE = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const YEAR_VALUE = /^(?:19|20)\d\d$/;
const NUMBER = /^[-+]?\d{1,15}$/;

/**
 * Returns the calendar page that a path names by itself, if any. A post's path
 * (`/1995/07/its-title`) is no calendar page: it has a date, but there is only one of it.
 */
export function calendarPath(path: string): CalendarPage | undefined {
  const found = PATH_DATE.exec(path);
  if (found === null) return undefined;
  const [date, year, , , day] = found;
  const rest = path.slice(found.index + date.length);
  if (!ARCHIVE_END.test(rest)) return undefined;
  return {
    year: Number(year),
    shape: `${path.slice(0, found.index)}/#${rest.replace(/\d+/, "#")}`,
    by: day === undefined ? "month" : "day",
  };
}

/** Returns the calendar page that a query's parameters name, if any. */
export function calendarQuery(path: string, pairs: readonly string[]): CalendarPage | undefined {
  const hasYear = pairs.some((pair) => YEAR_PAIR.test(pair));
  const parts = pairs.map((pair) => datePart(pair, hasYear));
  const dates = parts.filter((part) => part !== undefined);
  if (dates.length === 0) return undefined;
  const masked = parts.map((part, index) => (part === undefined ? pairs[index] : `${part.name}=#`));
  return {
    year: dates.some(({ hasMonth }) => hasMonth)
      ? dates.find(({ year }) => year !== undefined)?.year
      : undefined,
    shape: `${path}?${masked.join("&")}`,
    by: dates.some(({ hasDay }) => hasDay) ? "day" : "month",
  };
}

/** A date, or a part of one, that a parameter holds. */
interface DatePart {
  readonly name: string;
  readonly year: number | undefined;
  readonly hasMonth: boolean;
  readonly hasDay: boolean;
}

function datePart(pair: string, besideYear: boolean): DatePart | undefined {
  const equals = pair.indexOf("=");
  if (equals < 0) return undefined;
  const name = pair.slice(0, equals).toLowerCase();
  const value = pair.slice(equals + 1);
  const isShort = SHORT_DATE_NAME.test(name);
  if (!isShort && !DATE_NAME.test(name) && !FULL_ISO_DATE.test(value)) return undefined;
  const date = DATE_VALUE.exec(value);
  if (date !== null) {
    const hasDay = (date[3] ?? date[4]) !== undefined;
    return { name, year: Number(date[1]), hasMonth: true, hasDay };
  }
  if (!NUMBER.test(value) || (isShort && !besideYear)) return undefined;
  return {
    name,
    year: YEAR_NAME.test(name) && YEAR_VALUE.test(value) ? Number(value) : undefined,
    hasMonth: MONTH_OR_DAY_NAME.test(name),
    hasDay: DAY_NAME.test(name),
  };
}
