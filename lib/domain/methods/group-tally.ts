/** The results of the links of one group that the current model scored. */
export interface GroupCount {
  /** Queued links, scored by any model. */
  readonly waiting: number;
  /** Links drawn that led to no page: redirects, refusals, failures. */
  readonly misses: number;
  readonly pages: number;
  /** Number of target pages. */
  readonly targets: number;
  /** Sum of the utilities of the pages. */
  readonly utility: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
}

/** The results of the links that the current model scored, as input to the weighing of groups. */
export interface GroupTally {
  /** Pages fetched through these links. */
  readonly pages: number;
  /** Pages that the budget of the whole crawl still allows; `Infinity` when it sets no bound. */
  readonly remaining: number;
  /** Pages by type, `""` for those without one. */
  readonly types: ReadonlyMap<string, number>;
  /** Groups with a link that is queued or was drawn. */
  readonly groups: ReadonlyMap<string, GroupCount>;
}

/**
 * A map whose values are made when they are read. What is asked for before each draw has an entry for each of a
 * thousand groups, and a table of them for each draw is most of what it costs.
 */
export abstract class MapView<Key, Value> implements ReadonlyMap<Key, Value> {
  abstract get(key: Key): Value | undefined;

  abstract forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void;

  get size(): number {
    let size = 0;
    this.forEach(() => void size++);
    return size;
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#table().entries();
  }

  keys(): MapIterator<Key> {
    return this.#table().keys();
  }

  values(): MapIterator<Value> {
    return this.#table().values();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  #table(): ReadonlyMap<Key, Value> {
    const table = new Map<Key, Value>();
    this.forEach((value, key) => table.set(key, value));
    return table;
  }
}
