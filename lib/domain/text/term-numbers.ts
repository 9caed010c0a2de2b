import type { SparseVector } from "../stats/vector/sparse-rows.ts";
import { detach } from "./safe-text.ts";
import type { TermVector } from "./term-vector.ts";

/**
 * Numbers for terms as they occur, from 0, so that many documents can be kept as sparse vectors of
 * one space.
 */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  /** One more than the greatest number given. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Converts a vector to the numbers of its terms. */
  number(vector: TermVector): SparseVector {
    const entries = Array.from(vector, ([term, value]) => ({
      column: this.#numberOf(term),
      value,
    }));
    entries.sort((a, b) => a.column - b.column);
    return {
      columns: Int32Array.from(entries, ({ column }) => column),
      values: Float64Array.from(entries, ({ value }) => value),
    };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(detach(term), number);
    return number;
  }
}
