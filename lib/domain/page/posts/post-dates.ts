import { type Element, isTag } from "domhandler";
import { holdsDate } from "../../text/find-date.ts";
import { type DateOrder, dateOrder, readDate } from "../../text/read-date.ts";
import { type Leaf, ownShape } from "./page-leaves.ts";

/** Longest line that is a byline, in UTF-16 units: a longer one is text with a date in it. */
const MOST_BYLINE = 160;

/** Elements around a text in which a machine's form of its date is searched. */
const REACH = 3;

/** Share of the posts that have a date at the same place. */
const LEAST_SHARE = 0.5;

/** What a time of day is worth beside a share: the date of a member's first visit has none. */
const CLOCK_WORTH = 0.25;

const DIGIT = /\d/;
const CLOCK = /\d[:.h]\d\d/;

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

/** Returns the lines that have a date, in order. */
export function datedLines(leaves: readonly Leaf[]): DatedLine[] {
  const found: DatedLine[] = [];
  for (let from = 0; from < leaves.length; ) {
    let to = from + 1;
    while (leaves[to]?.line === leaves[from]?.line && to < leaves.length) to += 1;
    const dated = datedLine(leaves.slice(from, to), from);
    if (dated !== undefined) found.push(dated);
    from = to;
  }
  return found;
}

function datedLine(leaves: readonly Leaf[], from: number): DatedLine | undefined {
  const length = leaves.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST_BYLINE) return undefined;
  const at = (leaf: Leaf, text: string, machine?: string): DatedLine => {
    return {
      start: from + leaves.indexOf(leaf),
      line: leaf.line,
      leaf,
      text: text.trim(),
      all: leaves,
      machine,
    };
  };
  for (const leaf of leaves) {
    const machine = machineDate(leaf.element);
    if (machine !== undefined) return at(leaf, leaf.text, machine);
  }
  const text = leaves.map((leaf) => leaf.text).join("");
  if (!DIGIT.test(text) || !holdsDate(text)) return undefined;
  const figures = leaves.filter((leaf) => DIGIT.test(leaf.text));
  const leaf = figures.find((each) => holdsDate(each.text));
  if (leaf !== undefined) return at(leaf, leaf.text);
  return figures[0] && at(figures[0], text);
}

/** Returns the machine's form of a date: of a `time`, an item's property, or a title. */
function machineDate(element: Element): string | undefined {
  let at: Element | undefined = element;
  for (let depth = 0; at !== undefined && depth < REACH; depth += 1) {
    const { datetime, title, content, itemprop } = at.attribs;
    const written = datetime ?? (itemprop === undefined ? title : (content ?? title));
    const date = written === undefined ? undefined : readDate(written);
    if (date !== undefined) return date;
    at = at.parent !== null && isTag(at.parent) ? at.parent : undefined;
  }
  return undefined;
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
    const worth = count / posts.length + orderliness(found) + clock;
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
