import { LEAST_TO_REPEAT, repeatedLines } from "../../../page/host-repeats.ts";
import type { TextView } from "../../../page/page-view.ts";
import { joinVectors, longer, type SparseVector } from "../../../stats/vector/sparse-rows.ts";
import { compileWeights, NO_COLUMN, type TermCounts } from "../../../text/term-vector.ts";
import { lineHash, PAGE_TEXTS, TermReader } from "./term-reader.ts";

/**
 * The terms of labelled pages that are columns: those of the first text, then those of the second …
 */
export type TermSpace = {
  readonly kind: "terms";
  /** How many pages were read, labelled or not. */
  readonly pages: number;
  /** How many of them are labelled. */
  readonly labelled: number;
  /** One entry for each of `PAGE_TEXTS`. */
  readonly texts: readonly {
    /** In code-unit order. */
    readonly terms: readonly string[];
    /** How many of the pages read have each. */
    readonly supports: readonly number[];
  }[];
  /** Hashes of the lines that hosts repeat on most of their pages, in ascending order. */
  readonly repeated: readonly number[];
};

/** Maps pages to rows of features, and columns back to words for a person. */
export interface FeatureSpace {
  readonly width: number;
  readonly vectorOf: (page: TextView) => SparseVector;
  readonly nameOf: (column: number) => string;
}

/** Most columns of terms: with a weight each, about half a megabyte of JSON. */
const MOST_TERMS = 20_000;

/**
 * Labelled pages up to which unknown terms count in full. Beyond it they count less, in proportion:
 * where thousands of pages are labelled, an unknown word is mostly a name.
 */
const FEW_LABELLED = 500;

/**
 * Length of the vector of each of `PAGE_TEXTS`; the main text is the most informative. With 1 for
 * it, pages of an encyclopedia are ranked slightly worse; with 2, pages of universities.
 */
const LENGTHS = [1, 1, 1.5, 1, 1];

/**
 * Returns the terms that most labelled pages have. Ties are broken by the order of texts, then by
 * code-unit order. How rare a term is and what hosts repeat follows from the pages that a crawl has
 * `seen`, too.
 */
export function learnTermSpace(
  labelled: readonly TextView[],
  seen: readonly TextView[] = [],
): TermSpace {
  return learn(labelled, seen).space;
}

/** Learns a space, and the numbers of its terms; `note` is told of the texts of labelled pages. */
function learn(
  labelled: readonly TextView[],
  seen: readonly TextView[],
  note?: ReadTerms["add"],
): { readonly space: TermSpace; readonly kept: readonly (readonly number[])[] } {
  const times = seen === labelled ? 2 : 1;
  const all = times === 2 ? labelled : [...labelled, ...seen];
  const lines = [...repeatedLines(all, linesOf, { least: Math.ceil(LEAST_TO_REPEAT / times) })];
  const repeated = lines.map((line) => lineHash(line, "")).toSorted((a, b) => a - b);
  const reader = new TermReader(new Set(repeated));
  const supports = new Supports();
  for (const page of labelled)
    reader.read(page, (text, numbers, counts, size) => {
      supports.add(text, numbers, counts, size);
      note?.(numbers, counts, size);
    });
  const kept = chooseTerms(reader, supports);
  // Chosen are the terms of labelled pages alone, but all pages say how rare they are.
  if (times === 1) for (const page of seen) reader.read(page, supports.add);
  const texts = kept.map((numbers, text) => ({
    terms: numbers.map((number) => reader.term(text, number)),
    supports: numbers.map((number) => times * supports.of(text, number)),
  }));
  const pages = labelled.length + seen.length;
  return { space: { kind: "terms", pages, labelled: labelled.length, texts, repeated }, kept };
}

/** How many pages have each term of each of {@link PAGE_TEXTS}, by the number of the term. */
class Supports {
  readonly #counts = PAGE_TEXTS.map(() => new Int32Array(1_024));

  readonly add = (text: number, numbers: Int32Array, _counts: Float64Array, size: number): void => {
    let counts = this.#counts[text] ?? new Int32Array();
    for (let at = 0; at < size; at += 1) {
      const number = numbers[at] ?? 0;
      if (number >= counts.length) counts = longer(counts, new Int32Array(2 * number));
      counts[number] = (counts[number] ?? 0) + 1;
    }
    this.#counts[text] = counts;
  };

  of(text: number, number: number): number {
    return this.#counts[text]?.[number] ?? 0;
  }

  each(visit: (support: number, text: number, number: number) => void): void {
    this.#counts.forEach((counts, text) => {
      for (let number = 1; number < counts.length; number += 1)
        if (counts[number] !== 0) visit(counts[number] ?? 0, text, number);
    });
  }
}

/** Returns the numbers of the terms that most pages have, for each of {@link PAGE_TEXTS}, in code-unit order. */
function chooseTerms(reader: TermReader, supports: Supports): readonly (readonly number[])[] {
  const bySupport: number[] = [];
  supports.each((support) => {
    while (bySupport.length <= support) bySupport.push(0);
    bySupport[support] = (bySupport[support] ?? 0) + 1;
  });
  // All that more pages have than `last` are kept, and of those that `last` have the first ones.
  let [last, room] = [bySupport.length - 1, MOST_TERMS];
  for (; last > 0 && (bySupport[last] ?? 0) <= room; last -= 1) room -= bySupport[last] ?? 0;
  const kept = PAGE_TEXTS.map((): number[] => []);
  const atLast = PAGE_TEXTS.map((): number[] => []);
  supports.each((support, text, number) => {
    if (support >= last) (support > last ? kept : atLast)[text]?.push(number);
  });
  return kept.map((numbers, text) => {
    const more = room > 0 ? reader.inOrder(text, atLast[text] ?? []).slice(0, room) : [];
    room -= more.length;
    return reader.inOrder(text, numbers.concat(more));
  });
}

/**
 * Learns a space of pages that are both all the labelled ones and all that were seen, with the row of each: as
 * {@link learnTermSpace} and {@link compileTermSpace} do, but each page is read once.
 */
export function readTermSpace(
  views: readonly TextView[],
): Omit<FeatureSpace, "nameOf"> & { readonly rows: readonly SparseVector[] } {
  const read = new ReadTerms();
  const { space, kept } = learn(views, views, read.add);
  const columns = kept.map(columnsOf);
  const weigh = kept.map((_, text) => compileWeights(...scaledPart(space, text)));
  const join = joinVectors(kept.map(({ length }) => length));
  const rows = views.map(() =>
    join(weigh.map((own, text) => read.next(columns[text] ?? new Int32Array(), own))),
  );
  let compiled: FeatureSpace | undefined;
  return {
    width: kept.reduce((sum, { length }) => sum + length, 0),
    // Most crawls have no other pages than these.
    vectorOf: (page) => {
      compiled ??= compileTermSpace(space);
      return compiled.vectorOf(page);
    },
    rows,
  };
}

const NOTHING: SparseVector = { columns: new Int32Array(), values: new Float64Array() };

/** Returns the columns of terms by their numbers, {@link NO_COLUMN} for others. */
function columnsOf(numbers: readonly number[]): Int32Array {
  const most = numbers.reduce((greatest, number) => Math.max(greatest, number), 0);
  const columns = new Int32Array(most + 1).fill(NO_COLUMN);
  numbers.forEach((number, column) => {
    columns[number] = column;
  });
  return columns;
}

/** Replaces the first `size` numbers of terms by their columns. */
function replaceByColumns(numbers: Int32Array, size: number, columnOf: Int32Array): void {
  for (let at = 0; at < size; at += 1) numbers[at] = columnOf[numbers[at] ?? 0] ?? NO_COLUMN;
}

/** The terms of texts one after the other, as they were read, in one piece of memory. */
class ReadTerms {
  #numbers = new Int32Array(4_096);
  #counts = new Float64Array(4_096);
  #size = 0;
  readonly #starts = [0];
  #next = 0;

  readonly add = (numbers: Int32Array, counts: Float64Array, size: number): void => {
    const end = this.#size + size;
    if (end > this.#numbers.length) {
      this.#numbers = longer(this.#numbers, new Int32Array(2 * end));
      this.#counts = longer(this.#counts, new Float64Array(2 * end));
    }
    this.#numbers.set(numbers.subarray(0, size), this.#size);
    this.#counts.set(counts.subarray(0, size), this.#size);
    this.#size = end;
    this.#starts.push(end);
  };

  /** Returns the vector of the next text, each of which is asked for once. */
  next(columnOf: Int32Array, weigh: ReturnType<typeof compileWeights>): SparseVector {
    const [start, end] = [this.#starts[this.#next] ?? 0, this.#starts[this.#next + 1] ?? 0];
    this.#next += 1;
    const columns = this.#numbers.subarray(start, end);
    replaceByColumns(columns, columns.length, columnOf);
    return weigh(columns, this.#counts.subarray(start, end));
  }
}

/**
 * Compiles a space: tf-idf of the terms of each text. Terms that no labelled page has count in the
 * lengths, so a page with few known words is little like the labelled ones.
 */
export function compileTermSpace(space: TermSpace): FeatureSpace {
  const { texts, repeated } = space;
  const names = texts.flatMap(({ terms }, text) =>
    terms.map((term) => `${PAGE_TEXTS[text] ?? ""}: ${term}`),
  );
  const known = new Set(repeated);
  const begin = () => {
    const reader = new TermReader(known);
    const columns = texts.map(({ terms }, text) =>
      columnsOf(terms.map((term) => reader.number(text, term))),
    );
    return { reader, columns, own: reader.given };
  };
  let { reader, columns, own } = begin();
  const weigh = texts.map((_, text) => compileWeights(...scaledPart(space, text)));
  const join = joinVectors(texts.map(({ terms }) => terms.length));
  return {
    width: names.length,
    vectorOf: (page) => {
      // Each page has words that no other has: from time to time only those of the space keep their numbers.
      if (reader.given > own + MOST_STRANGE) ({ reader, columns, own } = begin());
      const vectors: SparseVector[] = [];
      reader.read(page, (text, numbers, counts, size) => {
        replaceByColumns(numbers, size, columns[text] ?? new Int32Array());
        vectors.push(weigh[text]?.(numbers, counts, size) ?? NOTHING);
      });
      return join(vectors);
    },
    nameOf: (column) => names[column] ?? "",
  };
}

/** Words and pairs beside those of a space that keep their numbers from page to page: some 20 MB. */
const MOST_STRANGE = 200_000;

/** Returns one of {@link PAGE_TEXTS} as a space of its own, and how its vectors are scaled. */
export function scaledPart({ pages, labelled, texts }: TermSpace, text: number) {
  const { terms, supports } = texts[text] ?? { terms: [], supports: [] };
  const unknownShare = Math.min(1, FEW_LABELLED / Math.max(1, labelled));
  const space = { documents: pages, terms, supports };
  return [space, { length: LENGTHS[text] ?? 1, unknownShare }] as const;
}

/** Texts without lines that repeat. */
const NO_LINES: ReadonlySet<number> = new Set();

/** Returns the terms of a page as {@link TermReader} counts them, one map for each of {@link PAGE_TEXTS}. */
export function pageTerms(
  page: TextView,
  repeated: ReadonlySet<number> = NO_LINES,
): readonly TermCounts[] {
  const reader = new TermReader(repeated);
  const found: Map<string, number>[] = [];
  reader.read(page, (text, numbers, counts, size) => {
    const own = new Map<string, number>();
    for (let at = 0; at < size; at += 1)
      own.set(reader.term(text, numbers[at] ?? 0), counts[at] ?? 0);
    found.push(own);
  });
  return found;
}

/** Returns all that a host may repeat: blocks, headings and names of links. */
function linesOf({ text, mainText, headings, anchors }: TextView): string[] {
  const lines = text.split("\n").concat(mainText.split("\n"));
  for (const heading of headings) lines.push(heading.text);
  for (const anchor of anchors) lines.push(anchor.text);
  return lines;
}
