/** What the pages of a crawl said: which page says again what others have said before. */

/** Pages that have a line, copies left out, from which on the line is part of the site's frame. */
const COMMON = 4;

/** Greatest share of new lines in a page that repeats what others say. */
const MOST_NEW = 0.1;

/** Greatest share of new lines among those with numbers: what counts readers and days differs at each visit. */
const MOST_NEW_FIGURES = 0.5;

/** Share of a page's own lines that another page has, if it shows the same. */
const LEAST_COVERED = 0.8;

/** What a page says, as hashes in ascending order: its lines, and those that have a number, with it. */
interface Said {
  readonly lines: readonly number[];
  readonly figures: readonly number[];
}

/** A page that was met. */
interface MetPage<Name> extends Said {
  readonly name: Name;
}

/**
 * Remembers the lines of the last pages, as hashes in ascending order. Memory is bounded by the number of pages.
 */
export class SeenContent<Name> {
  readonly #capacity: number;
  /** By number of the page, from 0; the last ones. */
  readonly #pages = new Map<number, MetPage<Name>>();
  /**
   * Line → number of the first page that had it and shows what is looked for, from 1, 0 for none ·
   * {@link COMMON} + pages that had it, copies left out, - 1.
   */
  readonly #lines = new Map<number, number>();
  /** Line with a number → number of the first page that had it and shows what is looked for. */
  readonly #figures = new Map<number, number>();
  #met = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the earlier page that has most of what a page says, if hardly a line of it is new, nor most of its numbers. */
  repeated({ lines, figures }: Said): Name | undefined {
    const unknown = figures.filter((line) => !this.#figures.has(line)).length;
    if (unknown > MOST_NEW_FIGURES * figures.length) return undefined;
    const firsts = new Map<number, number>();
    let [own, fresh] = [0, 0];
    for (const line of lines) {
      const known = this.#lines.get(line) ?? 0;
      if (isCommon(known)) continue;
      own += 1;
      const first = firstOf(known);
      if (first < 0) fresh += 1;
      else firsts.set(first, 1 + (firsts.get(first) ?? 0));
    }
    if (fresh === own || fresh > MOST_NEW * own) return undefined;
    let [best, most] = [-1, 0];
    for (const [first, count] of firsts) if (count > most) [best, most] = [first, count];
    return this.#pages.get(best)?.name;
  }

  /**
   * Remembers a page, and returns its number. What it says is known from then on if it is `sought`: a list may show
   * the texts of pages that are still to be found. A copy says nothing that was not known.
   */
  add(name: Name, { lines, figures }: Said, as: "sought" | "other" | "copy"): number {
    const number = this.#met;
    this.#met += 1;
    this.#pages.set(number, { name, lines, figures });
    this.#drop(number - this.#capacity);
    if (as === "copy") return number;
    if (as === "sought")
      for (const line of figures) if (!this.#figures.has(line)) this.#figures.set(line, number);
    for (const line of lines) {
      const known = this.#lines.get(line);
      const met = known === undefined ? 0 : Math.min(COMMON - 1, (known % COMMON) + 1);
      const first = known === undefined ? -1 : firstOf(known);
      const now = first < 0 && as === "sought" ? number : first;
      this.#lines.set(line, (now + 1) * COMMON + met);
    }
    return number;
  }

  /** Returns the name of a page by its number, `undefined` of one that is forgotten. */
  nameOf(page: number): Name | undefined {
    return this.#pages.get(page)?.name;
  }

  /** Returns those of some lines that are no part of the site's frame. */
  ownLines(lines: readonly number[]): readonly number[] {
    return lines.filter((line) => !isCommon(this.#lines.get(line) ?? 0));
  }

  /** Returns whether an earlier page shows what a page with these own lines does. */
  covers(page: number, own: readonly number[]): boolean {
    const there = this.#pages.get(page)?.lines ?? [];
    let [at, shared] = [0, 0];
    for (const line of own) {
      while ((there[at] ?? Number.POSITIVE_INFINITY) < line) at += 1;
      if (there[at] === line) shared += 1;
    }
    return shared >= LEAST_COVERED * own.length;
  }

  #drop(number: number): void {
    for (const line of this.#pages.get(number)?.lines ?? []) {
      const known = this.#lines.get(line);
      const isLast = known !== undefined && (firstOf(known) === number || firstOf(known) < 0);
      if (isLast) this.#lines.delete(line);
    }
    for (const line of this.#pages.get(number)?.figures ?? [])
      if (this.#figures.get(line) === number) this.#figures.delete(line);
    this.#pages.delete(number);
  }
}

function firstOf(known: number): number {
  return Math.floor(known / COMMON) - 1;
}

function isCommon(known: number): boolean {
  return known % COMMON === COMMON - 1;
}
