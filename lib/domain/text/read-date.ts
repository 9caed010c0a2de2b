import { monthOf, withoutDays } from "./month-names.ts";

/** Whether the day or the month comes first in dates such as 3/4/2008. */
export type DateOrder = "day-first" | "month-first";

const YEAR = "(?<y>(?:19|20)\\d\\d)(?!\\d)";
const DAY = "(?<d>\\d{1,2})(?:st|nd|rd|th|er|[.ºª])?";
const MONTH = "(?<name>\\p{L}[\\p{L}\\p{M}]{2,13})\\.?";

/** ISO 8601 as machines write it, also with a space: 2008-03-19T10:52:38Z. */
const MACHINE =
  /^\s*(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s?(?<zone>Z|[+-]\d\d:?\d\d)?)?(?![\d:])/;

const FORMS = [
  `(?<!\\d)${YEAR}([-/.])(?<m>\\d{1,2})\\2(?<d>\\d{1,2})(?!\\d)`,
  `(?<!\\d)${YEAR}\\s?[年년]\\s?(?<m>\\d{1,2})\\s?[月월]\\s?(?<d>\\d{1,2})`,
  `(?<!\\d)${DAY}(?:\\s+|-)(?:de\\s+|of\\s+|d['’])?${MONTH},?(?:\\s+|-)(?:de\\s+)?${YEAR}`,
  `(?<!\\p{L})${MONTH}\\s+${DAY},?\\s+${YEAR}`,
  `(?<!\\d)${YEAR}\\.?\\s+${MONTH}\\s+${DAY}(?!\\d)`,
].map((form) => new RegExp(form, "iu"));

const FIGURES =
  /(?<!\d)(?<one>\d{1,2})(?<mark>[-/.])\s?(?<two>\d{1,2})\k<mark>\s?(?<y>(?:19|20)\d\d)(?!\d)/;

const TIME =
  /(?<!\d)(?<h>\d{1,2})[:h](?<min>\d\d)(?::(?<s>\d\d))?(?!\d)(?:\s?(?<half>[ap])\.?m(?![a-z])\.?)?/i;

/** Longest distance between a date and its time, in UTF-16 units. */
const NEAR = 12;

/**
 * Returns a date as ISO 8601: `2008-03-19`, with its time where one is beside it
 * (`2008-03-19T10:52`), with a zone only where it is stated. It is `undefined` where the day, the
 * month or the year is not certain: `3 days ago`, `19.3.08`, and `3/4/2008` without an order.
 */
export function readDate(text: string, order?: DateOrder, language?: string): string | undefined {
  const machine = MACHINE.exec(text)?.groups;
  if (machine !== undefined) return ofMachine(machine);
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match?.groups === undefined) continue;
    const { y, m, d, name } = match.groups;
    const month = name === undefined ? Number(m) : monthOf(name, language);
    const day = month === undefined ? undefined : dayOf(Number(y), month, Number(d));
    if (day !== undefined) return day + timeNear(text, match);
  }
  const match = FIGURES.exec(text);
  const groups = match?.groups;
  if (match === null || groups === undefined) return undefined;
  const [one, two] = [Number(groups["one"]), Number(groups["two"])];
  const known = orderOf(groups["mark"] ?? "", one, two) ?? order;
  if (known === undefined) return undefined;
  const [day, month] = known === "day-first" ? [one, two] : [two, one];
  const found = dayOf(Number(groups["y"]), month, day);
  return found === undefined ? undefined : found + timeNear(text, match);
}

/** Returns a text without its date, the time beside it and names of weekdays. */
export function withoutDate(text: string): string {
  const found = [...FORMS, FIGURES].map((form) => form.exec(text)).find((match) => match !== null);
  const rest = found === undefined ? text : text.replace(found[0], " ");
  return withoutDays(rest.replace(TIME, " "));
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

/** Returns the order of a date by its figures, or by its points: no language has months before these. */
function orderOf(mark: string, one: number, two: number): DateOrder | undefined {
  if (one > 12 && two <= 12) return "day-first";
  if (two > 12 && one <= 12) return "month-first";
  return mark === "." || one === two ? "day-first" : undefined;
}

function ofMachine({ day = "", time, zone = "" }: Record<string, string | undefined>) {
  const [year, month, date] = day.split("-").map(Number);
  const found = dayOf(year ?? 0, month ?? 0, date ?? 0);
  if (found === undefined || time === undefined) return found;
  return Number(time.slice(0, 2)) > 23 ? found : `${found}T${time}${zone}`;
}

/** Returns a day as ISO 8601; `undefined` for a day that no month has. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns the time beside a date as ISO 8601 with its `T`; `""` without one. */
function timeNear(text: string, { index, 0: date }: RegExpExecArray): string {
  const after = index + date.length;
  const following = TIME.exec(text.slice(after));
  if (following !== null && following.index <= NEAR) return isoTime(following);
  const preceding = text.slice(0, index);
  const last = Array.from(preceding.matchAll(new RegExp(TIME, "gi"))).at(-1);
  if (last === undefined || preceding.length - last.index - last[0].length > NEAR) return "";
  return isoTime(last);
}

function isoTime({ groups = {} }: RegExpMatchArray): string {
  const { h, min = "", s, half } = groups;
  const given = Number(h);
  if (given > 23 || Number(min) > 59 || (half !== undefined && (given > 12 || given === 0)))
    return "";
  const isAfternoon = half?.toLowerCase() === "p";
  const hour = half === undefined ? given : (given % 12) + (isAfternoon ? 12 : 0);
  return `T${String(hour).padStart(2, "0")}:${min}${s === undefined ? "" : `:${s}`}`;
}
