import { LEAST_SHARED, sharedValues } from "./text-fingerprint.ts";

/** Bytes of a print that are looked up together, and how often. */
const KEY_BYTES = 8;
const KEYS = 8;

/**
 * Finds near copies among the last prints added, up to a number of them. Memory is bounded by that
 * number. Two prints that share enough values have one of {@link KEYS} keys alike: one pair in 2,000
 * of those at the limit is missed.
 */
export class FingerprintIndex<Name> {
  readonly #capacity: number;
  readonly #entries: (readonly [name: Name, print: Uint8Array])[] = [];
  /** Places in `#entries` by key, the oldest first. */
  readonly #places = new Map<string, number[]>();
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the oldest entry of those that share most values with a print, if they share enough. */
  nearest(print: Uint8Array): Name | undefined {
    let best = LEAST_SHARED - 1;
    let nearest: { readonly name: Name } | undefined;
    for (const key of keysOf(print)) {
      for (const place of this.#places.get(key) ?? []) {
        const entry = this.#entries[place];
        if (entry === undefined) continue;
        const shared = sharedValues(print, entry[1]);
        if (shared <= best) continue;
        best = shared;
        nearest = { name: entry[0] };
      }
    }
    return nearest?.name;
  }

  /** Adds an entry; the oldest one is dropped when there is no room. */
  add(name: Name, print: Uint8Array): void {
    const place = this.#next;
    this.#next = (place + 1) % this.#capacity;
    const dropped = this.#entries[place];
    if (dropped !== undefined) this.#drop(dropped[1]);
    this.#entries[place] = [name, print];
    for (const key of keysOf(print)) {
      const places = this.#places.get(key);
      if (places === undefined) this.#places.set(key, [place]);
      else places.push(place);
    }
  }

  /** Removes the places of the oldest entry, which are the first under each of its keys. */
  #drop(print: Uint8Array): void {
    for (const key of keysOf(print)) {
      const places = this.#places.get(key);
      if (places === undefined || places.length === 1) this.#places.delete(key);
      else places.shift();
    }
  }
}

function keysOf(print: Uint8Array): string[] {
  return Array.from({ length: KEYS }, (_, key) => {
    const bytes = print.subarray(key * KEY_BYTES, (key + 1) * KEY_BYTES);
    return String.fromCharCode(key, ...bytes);
  });
}
