import type { Element } from "domhandler";
import { holdsDate } from "../../text/find-date.ts";
import { type DatePrecision, isShortDate, readNearDate } from "../../text/near-date.ts";
import {
  type DateOrder,
  dateOrder,
  plainFigures,
  readDate,
  timeIn,
  usualOrder,
} from "../../text/read-date.ts";
import { dateOfElement, writtenFor } from "./machine-dates.ts";
import { type Leaf, ownShape, parentOf } from "./page-leaves.ts";
import { isAsideLabel, isNamedAside, saysAside, saysAsideAfter } from "./post-words.ts";

/** Longest line that is a byline, in UTF-16 units: a longer one is text with a date in it. */
const MOST_BYLINE = 160;

/** Share of the posts that have a date at the same place. */
const LEAST_SHARE = 0.5;

/** What a date for machines is worth beside a share: pages write it for what is new on them. */
const MACHINE_WORTH = 0.25;

/** What a place of a date in the text is worth: the name of the author is beside it. */
const SHOWN_WORTH = 0.1;

/** What a time of day is worth beside a share: the date of a member's first visit has none. */
const CLOCK_WORTH = 0.25;

/** Words before a date that may say whose it is, in UTF-16 units: of a longer text the end. */
const MOST_BEFORE = 60;

const DIGIT = /\d/;
const CLOCK = /\d(?:[:.h]\d\d|[時时시])/;

/** A line of a page that has a date. */
export interface DatedLine {
  /** Place of the text with the date among those of the page. */
  readonly start: number;
  readonly line: number;
  /** The text of the line that has the date. */
  readonly leaf: Leaf;
  /** The date as the page writes it, with the words around it. */
  readonly text: string;
  /** All texts of the line. */
  readonly all: readonly Leaf[];
  /** The date as the page writes it for machines. */
  readonly machine: string | undefined;
}

/**
 * Returns the lines that have a date of their own, in order; one for each text with a date. Dates of a last change,
 * and of the registration of a member, are left out.
 */
export function datedLines(leaves: readonly Leaf[]): DatedLine[] {
  const found: DatedLine[] = [];
  for (let from = 0; from < leaves.length; ) {
    let to = from + 1;
    while (leaves[to]?.line === leaves[from]?.line && to < leaves.length) to += 1;
    const label = leaves[from - 1];
    const isLabelled = label !== undefined && isAsideLabel(label.text);
    found.push(...datesOfLine(leaves.slice(from, to), from, isLabelled));
    from = to;
  }
  return found;
}

function datesOfLine(
  leaves: readonly Leaf[],
  from: number,
  isLabelled: boolean,
): readonly DatedLine[] {
  const length = leaves.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST_BYLINE) return [];
  const found: DatedLine[] = [];
  let before = "";
  let isAside = isLabelled;
  let hasAside = isLabelled;
  for (const [index, leaf] of leaves.entries()) {
    const machine = dateOfElement(leaf.element, leaf.text);
    const own =
      machine === undefined ? withClock(ownDateText(leaf.text), leaves[index + 1]) : leaf.text;
    if (machine === undefined && own === undefined) {
      const isLeftOut = holdsAnyDate(leaf.text);
      hasAside ||= isLeftOut;
      before = isLeftOut ? "" : before + leaf.text;
      continue;
    }
    isAside ||=
      saysAside(before.slice(-MOST_BEFORE)) ||
      machine === "aside" ||
      isNamedAside(classesAround(leaf.element));
    if (!isAside) {
      const text = (own ?? leaf.text).trim();
      const written = text === "" ? writtenFor(leaf.element) : text;
      found.push({
        start: from + index,
        line: leaf.line,
        leaf,
        text: written,
        all: leaves,
        machine: machine === "aside" ? undefined : machine,
      });
    }
    hasAside ||= isAside;
    [before, isAside] = ["", false];
  }
  if (found.length > 0 || hasAside) return found;
  return joinedDate(leaves, from);
}

/** Returns a date with the time in the text after it, where that has an element of its own. */
function withClock(date: string | undefined, next: Leaf | undefined): string | undefined {
  if (date === undefined || next === undefined || !CLOCK_ALONE.test(next.text)) return date;
  return readDate(date, "day-first")?.includes("T") ? date : `${date} ${next.text}`;
}

/** `10:52`, `at 10:52 AM`. */
const CLOCK_ALONE = /^\s*(?:\p{L}{1,3}\s)?\d{1,2}[:.h]\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?\s*$/iu;

/** Returns the date that several texts of a line write together. */
function joinedDate(leaves: readonly Leaf[], from: number): readonly DatedLine[] {
  const words = leaves.map((leaf) => leaf.text);
  const text = ownDateText(words.join(""));
  // The line may have other figures, such as the number of the post.
  const isNeeded = (at: number): boolean => !holdsAnyDate(words.toSpliced(at, 1, " ").join(""));
  const index = words.findIndex((each, at) => ANY_DIGIT.test(each) && isNeeded(at));
  const leaf = leaves[index];
  if (text === undefined || leaf === undefined) return [];
  if (leaves.some(({ element }) => isNamedAside(element.attribs["class"] ?? ""))) return [];
  return [
    {
      start: from + index,
      line: leaf.line,
      leaf,
      text: text.trim(),
      all: leaves,
      machine: undefined,
    },
  ];
}

/** Returns whether a text holds a date, or is nothing but a short one, as `3h` and `Mar 1` are. */
function isDated(text: string): boolean {
  return holdsAnyDate(text) || isShortDate(text);
}

/** Returns whether a text holds a date, in figures of any script. */
export function holdsAnyDate(text: string): boolean {
  const plain = plainFigures(text);
  return DIGIT.test(plain) && (holdsDate(plain) || readDate(plain, "day-first") !== undefined);
}

/**
 * Returns a text whose date is that of its post: without a part that says when the post was changed, or its author
 * registered. It is `undefined` where nothing is left with a date.
 */
function ownDateText(text: string): string | undefined {
  if (!isDated(text)) return undefined;
  const parts = text.split(CLAUSE).filter((part) => part !== "");
  const own = parts.filter((part) => isDated(part) && !isAsideClause(part));
  if (own.length === 0) return parts.some(isAsideClause) ? undefined : text;
  return parts.some(isAsideClause) ? own[0] : text;
}

function isAsideClause(part: string): boolean {
  const [before = "", after = ""] = splitAtFigure(part);
  return saysAside(before) || saysAsideAfter(after);
}

function splitAtFigure(part: string): readonly string[] {
  const at = part.search(ANY_DIGIT);
  return at < 0 ? [part] : [part.slice(0, at), part.slice(at)];
}

/** Between the clauses of a line: `Joined 12 Mar 2004, posted 13 Mar 2008`, `5 May 2008 (edited 6 May 2008)`. */
const CLAUSE = /[;|·•(«]|(?<=\d\d),\s(?=\p{L}+(?:\s\p{L}+)?\s\d)/u;
const ANY_DIGIT = /\p{Nd}/u;

function classesAround(element: Element): string {
  return `${element.attribs["class"] ?? ""} ${parentOf(element)?.attribs["class"] ?? ""}`;
}

/**
 * Returns the dated line of each post. Most posts have one at the same place; where there are
 * several such places, the one whose dates differ and ascend is that of the posts. That of a member's
 * first visit does not.
 */
export function postDates(posts: readonly (readonly DatedLine[])[]): (DatedLine | undefined)[] {
  const counts = new Map<string, number>();
  for (const lines of posts) {
    for (const place of new Set(lines.map(({ leaf }) => leaf.place)))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  let best: string | undefined;
  let most = 0;
  for (const [place, count] of counts) {
    if (count < LEAST_SHARE * posts.length) continue;
    const found = posts.map((lines) => lines.find(({ leaf }) => leaf.place === place));
    const clock = found.some(hasClock) ? CLOCK_WORTH : 0;
    const machine = found.some((line) => line?.machine !== undefined) ? MACHINE_WORTH : 0;
    const shown = found.some((line) => line?.leaf.element.name === "meta") ? 0 : SHOWN_WORTH;
    const worth = count / posts.length + orderliness(found) + clock + machine + shown;
    if (worth > most) [best, most] = [place, worth];
  }
  if (best === undefined) return posts.map(() => undefined);
  const own = ownShape(best);
  // Around a post of the page's author there may be other classes.
  return posts.map(
    (lines) =>
      lines.find(({ leaf }) => leaf.place === best) ??
      lines.find(({ leaf }) => ownShape(leaf.place) === own),
  );
}

function hasClock(line: DatedLine | undefined): boolean {
  return line !== undefined && CLOCK.test(line.machine ?? line.text);
}

/** Returns the share of dates that are later than, or different from, the one before, halved. */
function orderliness(found: readonly (DatedLine | undefined)[]): number {
  const texts = found.flatMap((line) => (line === undefined ? [] : [line.machine ?? line.text]));
  if (texts.length < 2) return 0.5;
  const different = new Set(texts).size / texts.length;
  const order = dateOrder(texts) ?? "day-first";
  const dates = texts.map((text) => readDate(text, order) ?? "");
  const pairs = dates.slice(1).filter((date, index) => date >= (dates[index] ?? ""));
  return 0.25 * different + (0.25 * pairs.length) / (texts.length - 1);
}

/** Returns the order of the dates in figures of all posts. */
export function orderOfDates(lines: readonly (DatedLine | undefined)[]): DateOrder | undefined {
  return dateOrder(lines.flatMap((line) => (line === undefined ? [] : [line.text])));
}

/** A date of a post as it was read. */
export interface PostDate {
  readonly date: string | undefined;
  readonly postedAt: number | undefined;
  readonly datePrecision: DatePrecision | undefined;
  readonly dateZone: string | undefined;
}

/** Reads the date of a line; a short or relative one is resolved against the moment of the fetch. */
export function postDate(
  line: DatedLine | undefined,
  {
    order,
    language,
    fetchedAt,
  }: {
    readonly order: DateOrder | undefined;
    readonly language: string | undefined;
    readonly fetchedAt: number | undefined;
  },
): PostDate {
  const date =
    line?.machine ??
    (line === undefined ? undefined : readDate(line.text, order ?? usualOrder(language), language));
  if (date !== undefined) return dateOf(date);
  const near =
    line === undefined || fetchedAt === undefined
      ? undefined
      : readNearDate(line.text, {
          now: fetchedAt,
          language,
          timeOf: (text) => timeIn(text, language),
        });
  if (near === undefined) return dateOf(undefined);
  return {
    date: near.date,
    postedAt: near.at,
    datePrecision: near.precision,
    dateZone: near.date === undefined ? undefined : zoneOf(near.date),
  };
}

/** Returns a date in ISO 8601 with its moment, its precision and its zone. */
export function dateOf(date: string | undefined): PostDate {
  if (date === undefined)
    return { date, postedAt: undefined, datePrecision: undefined, dateZone: undefined };
  const dateZone = zoneOf(date);
  const local = dateZone === undefined ? date : date.slice(0, -dateZone.length);
  const seconds = local.length > "2008-03-19T10:52".length;
  return {
    date,
    postedAt: Date.parse(date.length === "2008-03-19".length ? date : `${local}${dateZone ?? "Z"}`),
    datePrecision: local.includes("T") ? (seconds ? "second" : "minute") : "day",
    dateZone,
  };
}

function zoneOf(date: string): string | undefined {
  return /(?<=T.*)(?:Z|[+-]\d\d:?\d\d)$/.exec(date)?.[0];
}
