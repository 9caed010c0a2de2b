import type { Container } from "./block.ts";

/**
 * Most elements with a numbered id, and most block elements, searched for rows: several times the
 * number on the largest real pages. Bounds the memory for a page of nothing but `<p id=x1>`.
 */
const MAX_NAMES = 5_000;
const MAX_CONTAINERS = 20_000;

/**
 * Longest name that numbers a part, in UTF-16 units: `post-1234567-comment-1234567` has half of it.
 */
const MAX_NAME = 60;

const DIGIT = /\d/;

/**
 * Elements that hold at most a paragraph, fields, or the whole page: they are never parts of a row.
 */
const NO_PARTS: ReadonlySet<string> = new Set(
  "p pre blockquote h1 h2 h3 h4 h5 h6 dt form fieldset address figure body html".split(" "),
);

/** An element with a number in its id, or in the name that links use for it. */
export interface NamedPlace {
  readonly name: string;
  /** Start of its text, in UTF-16 units of the page's text. */
  readonly at: number;
  /** The block-level element that it is, or is in. */
  readonly container: Container;
  readonly isContainer: boolean;
}

/** The possible starts of a page's parts, recorded while the page is read. */
export class PartStarts {
  readonly named: NamedPlace[] = [];
  readonly containers: Container[] = [];

  addName(name: string, at: number, container: Container, isContainer: boolean): void {
    if (this.named.length >= MAX_NAMES || name.length > MAX_NAME || !DIGIT.test(name)) return;
    this.named.push({ name, at, container, isContainer });
  }

  addContainer(container: Container): void {
    if (NO_PARTS.has(container.kind.name)) return;
    if (this.containers.length < MAX_CONTAINERS) this.containers.push(container);
  }
}

/**
 * Returns the index of the first of `places`, which are in document order, that starts at `at` or
 * later.
 */
export function firstFrom(places: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
