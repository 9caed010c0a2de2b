import type { Container } from "./container-hints.ts";

/** Running totals of one number per block, so that any container's total is one subtraction. */
export class BlockSums {
  readonly #sums: Float64Array;

  /** Creates the totals; `values` holds one number ≥ 0 per block, in document order. */
  constructor(values: ArrayLike<number>) {
    this.#sums = new Float64Array(values.length + 1);
    let sum = 0;
    for (let index = 0; index < values.length; index++) {
      sum += values[index] ?? 0;
      this.#sums[index + 1] = sum;
    }
  }

  get total(): number {
    return this.#sums.at(-1) ?? 0;
  }

  /** Returns the total over the blocks inside `container`. */
  within({ firstBlock, endBlock }: Container): number {
    return this.#before(endBlock) - this.#before(firstBlock);
  }

  /**
   * Returns the first and the last block inside `container` whose number is not 0, if its total is
   * not.
   */
  ends({ firstBlock, endBlock }: Container): [first: number, last: number] {
    const before = this.#before(firstBlock);
    const after = this.#before(endBlock);
    return [
      this.#firstWhere((sum) => sum > before) - 1,
      this.#firstWhere((sum) => sum >= after) - 1,
    ];
  }

  /**
   * Returns the block in which half of the total is passed, over `container` or all blocks: any
   * part with more than half holds it.
   */
  median(container: Container | undefined): number {
    const from = container === undefined ? 0 : this.#before(container.firstBlock);
    const to = container === undefined ? this.total : this.#before(container.endBlock);
    return this.#firstWhere((sum) => sum > (from + to) / 2) - 1;
  }

  #before(index: number): number {
    return this.#sums[index] ?? 0;
  }

  /** Returns the least index at which the running total, which never falls, passes the test. */
  #firstWhere(passes: (sum: number) => boolean): number {
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (passes(this.#before(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
