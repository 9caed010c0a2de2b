import TinyQueue from "tinyqueue";

/** A heap smaller than this is never swept: it costs less than the sweep. */
const LEAST_SWEPT = 1_024;

/** What a {@link LazyHeap} must know of its entries. */
export interface HeapRules<Entry> {
  /** Negative where `a` comes out before `b`. */
  readonly compare: (a: Entry, b: Entry) => number;
  /** False for entries that were overtaken by a later one or are gone. */
  readonly isCurrent: (entry: Entry) => boolean;
}

/** A heap whose entries are not removed when they end, but skipped when they come up. */
export class LazyHeap<Entry> {
  readonly #rules: HeapRules<Entry>;
  #queue: TinyQueue<Entry>;
  #sweepAt = LEAST_SWEPT;

  constructor(rules: HeapRules<Entry>) {
    this.#rules = rules;
    this.#queue = new TinyQueue<Entry>([], rules.compare);
  }

  push(entry: Entry): void {
    this.#queue.push(entry);
    if (this.#queue.length >= this.#sweepAt) this.#sweep();
  }

  /** The first current entry, which stays. */
  peek(): Entry | undefined {
    let entry = this.#queue.peek();
    while (entry !== undefined && !this.#rules.isCurrent(entry)) {
      this.#queue.pop();
      entry = this.#queue.peek();
    }
    return entry;
  }

  /** Drops what is not current; the next sweep comes after as many pushes as entries are left. */
  #sweep(): void {
    const current = this.#queue.data.filter((entry) => this.#rules.isCurrent(entry));
    this.#queue = new TinyQueue(current, this.#rules.compare);
    this.#sweepAt = Math.max(LEAST_SWEPT, 2 * current.length);
  }
}
