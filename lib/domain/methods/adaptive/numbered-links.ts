import { FeatureNumbers } from "../../stats/learner/feature-numbers.ts";
import { longer, type SparseRows, type SparseVector } from "../../stats/vector/sparse-rows.ts";
import { packNumbers, unpackNumbers } from "../../stats/vector/stored-vectors.ts";
import { WordCounter } from "../../text/words.ts";
import type { LinkFacts } from "../strategy.ts";
import {
  type AddFeature,
  type AddText,
  type EachLinkFeature,
  formOfWord,
  linkFeatureValue,
} from "./link-features.ts";

/** Makes rows of links for one model; a row is valid until the next one is made. */
interface LinkRows {
  readonly ofLink: (link: LinkFacts) => SparseVector;
  /** Makes a row of the features that were packed, from `start` on in the bytes. */
  readonly ofPacked: (packed: Uint8Array, start: number) => SparseVector;
}

/** The features of a link, in bytes. */
interface PackedLink extends Pick<LinkFacts, "url" | "parent"> {
  readonly bytes: Uint8Array;
}

/** The columns of a model: names of features, with the number and the value of each. */
interface NamedColumns {
  readonly features: readonly string[];
  readonly numbers: Int32Array;
  readonly values: Float64Array;
}

/** Forms of words that have room at first. */
const FIRST_FORMS = 1_024;
const NO_FORMS = new Int32Array();

/** Number of a feature that a model does not have. */
const NO_COLUMN = -1;

const NO_BYTES = new Uint8Array();

/**
 * Links by the numbers of their features. To name the features of a link takes twenty times as long as
 * to look up their columns, so the features of a link that is scored again and again are named once and
 * packed. The numbers are valid as long as this object.
 */
export class NumberedLinks {
  readonly #numbers = new FeatureNumbers();
  readonly #eachFeature: EachLinkFeature;
  /** Numbers of the features of one link. */
  #scratch = new Int32Array(64);
  /** Of the link that is packed: its features, whether all have numbers, and whether new ones get some. */
  #count = 0;
  #hasAll = true;
  #isAlways = false;
  readonly #addFeature: AddFeature = (kind, name) => this.#add(this.#numberOf(kind, name));
  readonly #words = new WordCounter(formOfWord);
  readonly #addText: AddText = (kind, text) => {
    const size = this.#words.find(text);
    for (let at = 0; at < size; at += 1) {
      const form = this.#words.found[at] ?? 0;
      if (form !== 0) this.#add(this.#numberOfForm(kind, form));
    }
  };
  /** 1 + the number of a form's feature by its number among words, of each kind; 0 for none yet. */
  readonly #featuresOf = new Map<string, Int32Array>();
  #begun = 0;
  /** The last link by number of feature that has it, counted from 1. */
  #lastWith = new Int32Array(1_024);
  #links = 0;
  /** Those of the last model: the next one begins with nearly the same. */
  #named: NamedColumns = {
    features: [],
    numbers: new Int32Array(),
    values: new Float64Array(),
  };
  /** Those of the model that was compiled last: a training tries it once more. */
  #rows: (LinkRows & { readonly features: readonly string[] }) | undefined;
  /** Links by their snippets: a link is scored and then packed, and some that wait are scored again and again. */
  readonly #packed = new WeakMap<object, PackedLink>();
  /** False where links are only scored, as in a thread that reads pages: nothing is kept there. */
  #isPacking = false;

  constructor(eachFeature: EachLinkFeature) {
    this.#eachFeature = eachFeature;
  }

  /**
   * Returns the features of a link in bytes, each once, in the order in which they are named;
   * `undefined` when there are too many different features to number them.
   */
  pack(link: LinkFacts): Uint8Array | undefined {
    this.#isPacking = true;
    const { url, parent, snippet } = link;
    const known = snippet && this.#packed.get(snippet);
    if (known?.url === url && known.parent === parent) return known.bytes;
    const bytes = this.#pack(link, false);
    if (snippet !== undefined && bytes !== undefined)
      this.#packed.set(snippet, { url, parent, bytes });
    return bytes;
  }

  /** Returns the features of a link as {@link pack} does, however many there are. */
  packAlways(link: LinkFacts): Uint8Array {
    return this.#pack(link, true) ?? NO_BYTES;
  }

  /** `isAlways`: new features have numbers, however many there are. */
  #pack(link: LinkFacts, isAlways: boolean): Uint8Array | undefined {
    this.#links += 1;
    this.#count = 0;
    this.#hasAll = true;
    this.#isAlways = isAlways;
    this.#eachFeature(link, this.#addFeature, this.#addText);
    return this.#hasAll ? packNumbers(this.#scratch, this.#count) : undefined;
  }

  #numberOf(kind: string, name: string): number | undefined {
    return this.#isAlways
      ? this.#numbers.numberAlways(kind, name)
      : this.#numbers.number(kind, name);
  }

  /** Adds a feature to the link that is packed, unless it has it already. */
  #add(number: number | undefined): void {
    if (number === undefined) this.#hasAll = false;
    if (number === undefined || this.#lastWith[number] === this.#links) return;
    if (number >= this.#lastWith.length)
      this.#lastWith = longer(this.#lastWith, new Int32Array(2 * number));
    this.#lastWith[number] = this.#links;
    if (this.#count >= this.#scratch.length) this.#makeRoom(2 * this.#count);
    this.#scratch[this.#count] = number;
    this.#count += 1;
  }

  /** Returns the number of a word as a feature of a kind: words are named once for each kind. */
  #numberOfForm(kind: string, form: number): number | undefined {
    if (this.#begun !== this.#words.begun) this.#featuresOf.clear();
    this.#begun = this.#words.begun;
    let features = this.#featuresOf.get(kind);
    if (features === undefined || form >= features.length) {
      features = longer(features ?? NO_FORMS, new Int32Array(2 * form + FIRST_FORMS));
      this.#featuresOf.set(kind, features);
    }
    const known = features[form] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#numberOf(kind, this.#words.form(form));
    if (number !== undefined) features[form] = 1 + number;
    return number;
  }

  /**
   * Makes a matrix of packed links, as `learnFeatures` and `featureVectorizer` do of links in text: the
   * columns are in the order in which the links have them first.
   */
  matrix(packed: readonly Uint8Array[]): {
    readonly features: readonly string[];
    readonly x: SparseRows;
  } {
    const columnOf = new Int32Array(this.#numbers.size).fill(NO_COLUMN);
    const numberOf = new Int32Array(this.#numbers.size);
    const starts = new Int32Array(packed.length + 1);
    const columns = new Int32Array(packed.reduce((sum, { length }) => sum + length, 0));
    let [width, end] = [0, 0];
    for (let row = 0; row < packed.length; row += 1) {
      const bytes = packed[row] ?? NO_BYTES;
      this.#makeRoom(bytes.length);
      const count = unpackNumbers(bytes, 0, this.#scratch);
      for (let at = 0; at < count; at += 1) {
        const number = this.#scratch[at] ?? 0;
        let column = columnOf[number] ?? NO_COLUMN;
        if (column === NO_COLUMN) {
          column = width;
          columnOf[number] = column;
          numberOf[column] = number;
          width += 1;
        }
        columns[end] = column;
        end += 1;
      }
      starts[row + 1] = end;
      columns.subarray(starts[row], end).sort();
    }
    const { features, values: valueAt } = this.#name(numberOf.slice(0, width));
    const values = new Float64Array(end);
    for (let at = 0; at < end; at += 1) values[at] = valueAt[columns[at] ?? 0] ?? 0;
    return { features, x: { width, starts, columns: columns.slice(0, end), values } };
  }

  /** Returns the columns of features by their numbers. */
  #name(numbers: Int32Array): NamedColumns {
    const last = this.#named;
    const values = new Float64Array(numbers.length);
    // Links that come in between move the columns of those behind them.
    const lastAt = new Int32Array(this.#numbers.size);
    for (let at = 0; at < last.numbers.length; at += 1) lastAt[last.numbers[at] ?? 0] = at;
    const features: string[] = [];
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0;
      const known = lastAt[number] ?? 0;
      const isKnown = last.numbers[known] === number;
      const feature = (isKnown ? last.features[known] : undefined) ?? this.#numbers.nameOf(number);
      features.push(feature);
      values[at] = isKnown ? (last.values[known] ?? 0) : linkFeatureValue(feature);
    }
    this.#named = { features, numbers, values };
    return this.#named;
  }

  /** Returns the columns of features by their names; all of them have a number from now on. */
  #number(features: readonly string[]): NamedColumns {
    const last = this.#named;
    if (last.features === features) return last;
    const numbers = new Int32Array(features.length);
    const values = new Float64Array(features.length);
    for (let at = 0; at < features.length; at += 1) {
      const feature = features[at] ?? "";
      const isKnown = last.features[at] === feature;
      numbers[at] = (isKnown ? last.numbers[at] : undefined) ?? this.#numbers.numberOf(feature);
      values[at] = (isKnown ? last.values[at] : undefined) ?? linkFeatureValue(feature);
    }
    this.#named = { features, numbers, values };
    return this.#named;
  }

  /**
   * Compiles the names of a model's columns, and the value of each, to rows as `featureVectorizer`
   * makes them.
   */
  rows(features: readonly string[]): LinkRows {
    if (this.#rows?.features === features) return this.#rows;
    const { numbers, values } = this.#number(features);
    const columnOf = new Int32Array(this.#numbers.size).fill(NO_COLUMN);
    for (let column = 0; column < numbers.length; column += 1)
      columnOf[numbers[column] ?? 0] = column;
    const row = new RowOfColumns(values);
    const ofPacked = (packed: Uint8Array, start: number): SparseVector => {
      this.#makeRoom(packed.length - start);
      const count = unpackNumbers(packed, start, this.#scratch);
      for (let at = 0; at < count; at += 1) row.add(columnOf[this.#scratch[at] ?? 0] ?? NO_COLUMN);
      return row.take();
    };
    this.#rows = {
      features,
      ofLink: (link) => {
        const packed = this.#isPacking ? this.pack(link) : undefined;
        if (packed !== undefined) return ofPacked(packed, 0);
        this.#eachFeature(link, (kind, name) => {
          const number = this.#numbers.find(kind, name);
          if (number !== undefined) row.add(columnOf[number] ?? NO_COLUMN);
        });
        return row.take();
      },
      ofPacked,
    };
    return this.#rows;
  }

  #makeRoom(count: number): void {
    if (count > this.#scratch.length)
      this.#scratch = longer(this.#scratch, new Int32Array(2 * count));
  }
}

/** Bits of a word of a bit set, and the shift that divides by them. */
const [WORD_BITS, WORD_SHIFT] = [32, 5];

/**
 * Makes rows of columns in any order. The columns are marked in a bit set, and the words of it that are
 * not zero in another one: to sort the columns of a link takes three times as long.
 */
class RowOfColumns {
  readonly #valueAt: Float64Array;
  readonly #marked: Int32Array;
  readonly #words: Int32Array;
  #columns = new Int32Array(0);
  #values = new Float64Array(0);
  /** Rows by their length, views of the same memory. */
  #rows: SparseVector[] = [];
  #marks = 0;

  /** `valueAt`: the value of each column. */
  constructor(valueAt: Float64Array) {
    this.#valueAt = valueAt;
    this.#marked = new Int32Array(Math.ceil(valueAt.length / WORD_BITS));
    this.#words = new Int32Array(Math.ceil(this.#marked.length / WORD_BITS));
  }

  /** Adds a column, once or more often, or {@link NO_COLUMN}. */
  add(column: number): void {
    if (column === NO_COLUMN) return;
    const word = column >>> WORD_SHIFT;
    this.#marked[word] = (this.#marked[word] ?? 0) | (1 << column);
    this.#words[word >>> WORD_SHIFT] = (this.#words[word >>> WORD_SHIFT] ?? 0) | (1 << word);
    this.#marks += 1;
  }

  /** Returns the row of the columns added since the last call. */
  take(): SparseVector {
    if (this.#columns.length < this.#marks) {
      this.#columns = new Int32Array(2 * this.#marks);
      this.#values = new Float64Array(2 * this.#marks);
      this.#rows = [];
    }
    this.#marks = 0;
    let count = 0;
    for (let group = 0; group < this.#words.length; group += 1) {
      for (let words = this.#words[group] ?? 0; words !== 0; words &= words - 1) {
        const word = WORD_BITS * group + lowestBit(words);
        for (let bits = this.#marked[word] ?? 0; bits !== 0; bits &= bits - 1) {
          const column = WORD_BITS * word + lowestBit(bits);
          this.#columns[count] = column;
          this.#values[count] = this.#valueAt[column] ?? 0;
          count += 1;
        }
        this.#marked[word] = 0;
      }
      this.#words[group] = 0;
    }
    return (this.#rows[count] ??= {
      columns: this.#columns.subarray(0, count),
      values: this.#values.subarray(0, count),
    });
  }
}

/** Returns the number of the lowest bit that is set, of a number that is not 0. */
function lowestBit(bits: number): number {
  return WORD_BITS - 1 - Math.clz32(bits & -bits);
}
