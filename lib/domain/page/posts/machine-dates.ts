/** Dates that pages write for machines: of a `time`, an item's property, a title, or another attribute. */
import { type Element, isTag } from "domhandler";
import { readDate, withoutDate } from "../../text/read-date.ts";
import { saysAside } from "./post-words.ts";

/** Elements around a text in which a machine's form of its date is searched. */
const REACH = 3;

/** Longest text beside which an attribute of an element around it counts, in UTF-16 units. */
const MOST_TEXT = 80;

/** Longest value of an attribute that is a date, in UTF-16 units. */
const MOST_VALUE = 80;

/** Names of attributes that have a moment in seconds or milliseconds since the epoch. */
const MOMENT_NAME = /time|date|stamp|epoch|^(?:data-)?(?:ts|utc|unix)$/;
const MOMENT = /^(?:\d{10}|\d{13})$/;

/** From 1990 to 2090, in ms since the epoch: other numbers are no moments of posts. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2090, 0, 1);

/** Attributes that hold anything but a date. */
const OTHER_NAMES = /^(?:class|id|style|href|src|alt|value|name|rel|type|on\w+)$/;

const DATE_LIKE = /\d{4}/;

/**
 * Returns the date of a text as it is written for machines, in ISO 8601, from its element or those around it;
 * `aside` where that says that it is the date of a change or a registration.
 */
export function dateOfElement(element: Element, text: string): string | undefined {
  let at: Element | undefined = element;
  for (let depth = 0; at !== undefined && depth < REACH; depth += 1) {
    for (const written of writtenDates(at, depth === 0)) {
      const date = readMachine(written);
      if (date === undefined) continue;
      if (saysAside(written) || at.attribs["itemprop"] === "dateModified") return "aside";
      return date;
    }
    at = at.parent !== null && isTag(at.parent) ? at.parent : undefined;
    if (text.length > MOST_TEXT) break;
  }
  return undefined;
}

/** Returns the date of an element as it is written in an attribute; `""` without one. */
export function writtenFor(element: Element): string {
  return writtenDates(element, true).find((written) => readMachine(written) !== undefined) ?? "";
}

/** Returns whether an element has a date in an attribute, whatever it displays. */
export function hasMachineDate(element: Element): boolean {
  const { datetime, title, content, itemprop } = element.attribs;
  if (
    datetime === undefined &&
    title === undefined &&
    (itemprop === undefined || content === undefined)
  )
    return false;
  return writtenFor(element) !== "";
}

/** Returns the values of attributes that may have a date, the surest first. */
function writtenDates({ attribs }: Element, isOwn: boolean): string[] {
  const { datetime, title, content, itemprop } = attribs;
  const found = [datetime, itemprop === undefined ? undefined : content, title].filter(
    (value) => value !== undefined,
  );
  if (isOwn) {
    for (const [name, value] of Object.entries(attribs)) {
      if (name === "datetime" || name === "title" || OTHER_NAMES.test(name)) continue;
      if (MOMENT.test(value) ? MOMENT_NAME.test(name) : isWholeDate(value)) found.push(value);
    }
  }
  return found.filter((value) => value.length <= MOST_VALUE);
}

/** Most letters beside a date in a value that is one: those of words such as `at`. */
const MOST_LETTERS = 12;
const OTHERS = /[^\p{L}]+/gu;

/** Returns whether a value is a date and little else, in words or for machines. */
function isWholeDate(value: string): boolean {
  if (value.length > MOST_VALUE || !DATE_LIKE.test(value) || readDate(value) === undefined)
    return false;
  return withoutDate(value).replace(OTHERS, "").length <= MOST_LETTERS;
}

function readMachine(written: string): string | undefined {
  if (!MOMENT.test(written)) return readDate(written);
  const at = Number(written) * (written.length === 10 ? 1_000 : 1);
  return at < FIRST_MS || at > LAST_MS ? undefined : `${new Date(at).toISOString().slice(0, 19)}Z`;
}
