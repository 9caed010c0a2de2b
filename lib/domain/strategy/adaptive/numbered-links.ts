import { FeatureNumbers } from "../../learner/feature-numbers.ts";
import { packNumbers, unpackNumbers } from "../../vector/packed-numbers.ts";
import type { SparseRows, SparseVector } from "../../vector/sparse-rows.ts";
import type { LinkFacts } from "../strategy.ts";
import type { EachLinkFeature } from "./link-features.ts";

/** Makes rows of links for one model; a row is valid until the next one is made. */
interface LinkRows {
  readonly ofLink: (link: LinkFacts) => SparseVector;
  /** Makes a row of the features that were packed, from `start` on in the bytes. */
  readonly ofPacked: (packed: Uint8Array, start: number) => SparseVector;
}

/** Number of a feature that a model does not have. */
const NO_COLUMN = -1;

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

  constructor(eachFeature: EachLinkFeature) {
    this.#eachFeature = eachFeature;
  }

  /**
   * Returns the features of a link in bytes, each once, in the order in which they are named;
   * `undefined` when there are too many different features to number them.
   */
  pack(link: LinkFacts): Uint8Array | undefined {
    const numbers = new Set<number | undefined>();
    this.#eachFeature(link, (kind, name) => numbers.add(this.#numbers.number(kind, name)));
    if (numbers.has(undefined)) return undefined;
    return packNumbers(Int32Array.from(numbers, (number) => number ?? 0));
  }

  /** Returns the features of a link as {@link pack} does, however many there are. */
  packAlways(link: LinkFacts): Uint8Array {
    const numbers = new Set<number>();
    this.#eachFeature(link, (kind, name) => numbers.add(this.#numbers.numberAlways(kind, name)));
    return packNumbers(Int32Array.from(numbers));
  }

  /**
   * Makes a matrix of packed links, as `learnFeatures` and `featureVectorizer` do of links in text: the
   * columns are in the order in which the links have them first.
   */
  matrix(
    packed: readonly Uint8Array[],
    valueOf: (feature: string) => number,
  ): { readonly features: readonly string[]; readonly x: SparseRows } {
    const columnOf = new Int32Array(this.#numbers.size).fill(NO_COLUMN);
    const starts = new Int32Array(packed.length + 1);
    const columns = new Int32Array(packed.reduce((sum, { length }) => sum + length, 0));
    let [width, end] = [0, 0];
    for (const [row, bytes] of packed.entries()) {
      this.#makeRoom(bytes.length);
      const count = unpackNumbers(bytes, 0, this.#scratch);
      for (const number of this.#scratch.subarray(0, count)) {
        let column = columnOf[number] ?? NO_COLUMN;
        if (column === NO_COLUMN) {
          column = width;
          columnOf[number] = column;
          width += 1;
        }
        columns[end] = column;
        end += 1;
      }
      starts[row + 1] = end;
      columns.subarray(starts[row], end).sort();
    }
    const features = this.#named(columnOf, width);
    const valueAt = Float64Array.from(features, valueOf);
    const entries = columns.slice(0, end);
    const values = Float64Array.from(entries, (column) => valueAt[column] ?? 0);
    return { features, x: { width, starts, columns: entries, values } };
  }

  /** Returns the names of columns. */
  #named(columnOf: Int32Array, width: number): readonly string[] {
    const features = Array.from({ length: width }, () => "");
    for (const [feature, number] of this.#numbers.entries()) {
      const column = columnOf[number] ?? NO_COLUMN;
      if (column !== NO_COLUMN) features[column] = feature;
    }
    return features;
  }

  /**
   * Compiles the names of a model's columns, and the value of each, to rows as `featureVectorizer`
   * makes them.
   */
  rows(features: readonly string[], valueOf: (feature: string) => number): LinkRows {
    const numbers = this.#numbers.numberAll(features);
    const columnOf = new Int32Array(this.#numbers.size).fill(NO_COLUMN);
    for (const [column, number] of numbers.entries()) columnOf[number] = column;
    const values = Float64Array.from(features, valueOf);
    return {
      ofLink: (link) => {
        let count = 0;
        this.#eachFeature(link, (kind, name) => {
          const number = this.#numbers.find(kind, name);
          if (number === undefined) return;
          this.#makeRoom(count + 1);
          this.#scratch[count] = number;
          count += 1;
        });
        return rowOf(this.#scratch.subarray(0, count), columnOf, values);
      },
      ofPacked: (packed, start) => {
        this.#makeRoom(packed.length - start);
        const count = unpackNumbers(packed, start, this.#scratch);
        return rowOf(this.#scratch.subarray(0, count), columnOf, values);
      },
    };
  }

  #makeRoom(count: number): void {
    if (count <= this.#scratch.length) return;
    const longer = new Int32Array(2 * count);
    longer.set(this.#scratch);
    this.#scratch = longer;
  }
}

/** Replaces numbers by their columns, in place, and returns the row of those that the model has. */
function rowOf(numbers: Int32Array, columnOf: Int32Array, valueAt: Float64Array): SparseVector {
  let known = 0;
  for (const number of numbers) {
    const column = columnOf[number] ?? NO_COLUMN;
    if (column === NO_COLUMN) continue;
    numbers[known] = column;
    known += 1;
  }
  const sorted = numbers.subarray(0, known).sort();
  const values = new Float64Array(known);
  let distinct = 0;
  for (const column of sorted) {
    if (distinct > 0 && column === sorted[distinct - 1]) continue;
    sorted[distinct] = column;
    values[distinct] = valueAt[column] ?? 0;
    distinct += 1;
  }
  return { columns: sorted.subarray(0, distinct), values: values.subarray(0, distinct) };
}
