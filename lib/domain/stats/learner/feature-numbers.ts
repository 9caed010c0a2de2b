/**
 * Numbers of features, packed: a crawl names a hundred thousand words of links, and as strings in a
 * `Map` each takes three times the memory, which the garbage collector reads again and again.
 */
import { EMPTY_HASH, extendHash } from "../random/random.ts";
import { longer } from "../vector/sparse-rows.ts";

/**
 * Most features that get a number by themselves: the words of some million links, about 40 MB. Those
 * named later have none.
 */
const MOST_NUMBERED = 1_000_000;

/** Features and units of names that have room at first. */
const [FIRST_FEATURES, FIRST_UNITS] = [1_024, 8_192];

/** Units that a text is made of at a time. */
const MOST_ARGUMENTS = 1_024;

/** Places of the table a feature, at least, so that the place of a name is soon found. */
const PLACES_A_FEATURE = 2;

/**
 * Numbers of features, from 0 in the order in which they were first named. A feature has a kind and a
 * name of that kind; in text both are joined by a space, and no kind contains one.
 */
export class FeatureNumbers {
  readonly #kinds = new Map<string, number>();
  readonly #kindNames: string[] = [];
  /** The units of all names in UTF-16, one name behind the other. */
  #units = new Uint16Array(FIRST_UNITS);
  #usedUnits = 0;
  /** By number: where its name ends in the units, its kind, its hash. */
  #ends = new Int32Array(FIRST_FEATURES);
  #kindOf = new Int32Array(FIRST_FEATURES);
  #hashes = new Int32Array(FIRST_FEATURES);
  /** By the hash, then the next place that is free: 1 + the number of a feature, 0 where none is. */
  #places = new Int32Array(PLACES_A_FEATURE * FIRST_FEATURES);
  #size = 0;

  /** All numbers are below it. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of a feature, `undefined` if it has none. */
  find(kind: string, name: string): number | undefined {
    const kindNumber = this.#kinds.get(kind);
    if (kindNumber === undefined) return undefined;
    const found = this.#places[this.#place(kindNumber, name, hashOf(kindNumber, name))] ?? 0;
    return found === 0 ? undefined : found - 1;
  }

  /** Returns the number of a feature, a new one if there is room for it. */
  number(kind: string, name: string): number | undefined {
    if (this.#size >= MOST_NUMBERED) return this.find(kind, name);
    return this.numberAlways(kind, name);
  }

  /** Returns the number of a feature, a new one if it has none. */
  numberAlways(kind: string, name: string): number {
    const kindNumber = this.#numberOfKind(kind);
    const hash = hashOf(kindNumber, name);
    const place = this.#place(kindNumber, name, hash);
    const found = this.#places[place] ?? 0;
    if (found > 0) return found - 1;
    this.#places[place] = this.#size + 1;
    this.#append(kindNumber, name, hash);
    return this.#size - 1;
  }

  /** Returns the feature of a number in text. */
  nameOf(number: number): string {
    const start = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    const end = this.#ends[number] ?? 0;
    let text = `${this.#kindNames[this.#kindOf[number] ?? 0] ?? ""} `;
    for (let from = start; from < end; from += MOST_ARGUMENTS)
      text += Reflect.apply(
        String.fromCharCode,
        undefined,
        this.#units.subarray(from, Math.min(end, from + MOST_ARGUMENTS)),
      );
    return text;
  }

  /** Returns the number of a feature in text, a new one if it has none. */
  numberOf(feature: string): number {
    const space = feature.indexOf(" ");
    return this.numberAlways(feature.slice(0, space), feature.slice(space + 1));
  }

  #numberOfKind(kind: string): number {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    this.#kinds.set(kind, this.#kindNames.length);
    return this.#kindNames.push(kind) - 1;
  }

  /** Returns the place of a feature, or the one that is free for it. */
  #place(kind: number, name: string, hash: number): number {
    const last = this.#places.length - 1;
    let place = hash & last;
    for (;;) {
      const found = this.#places[place] ?? 0;
      if (found === 0 || this.#is(found - 1, kind, name, hash)) return place;
      place = (place + 1) & last;
    }
  }

  #is(number: number, kind: number, name: string, hash: number): boolean {
    if (this.#hashes[number] !== hash || this.#kindOf[number] !== kind) return false;
    const start = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    if ((this.#ends[number] ?? 0) - start !== name.length) return false;
    for (let at = 0; at < name.length; at += 1)
      if (this.#units[start + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  #append(kind: number, name: string, hash: number): void {
    const end = this.#usedUnits + name.length;
    if (end > this.#units.length) this.#units = longer(this.#units, new Uint16Array(2 * end));
    for (let at = 0; at < name.length; at += 1)
      this.#units[this.#usedUnits + at] = name.charCodeAt(at);
    this.#usedUnits = end;
    this.#ends[this.#size] = end;
    this.#kindOf[this.#size] = kind;
    this.#hashes[this.#size] = hash;
    this.#size += 1;
    if (this.#size === this.#ends.length) this.#makeRoom();
  }

  #makeRoom(): void {
    const room = 2 * this.#size;
    this.#ends = longer(this.#ends, new Int32Array(room));
    this.#kindOf = longer(this.#kindOf, new Int32Array(room));
    this.#hashes = longer(this.#hashes, new Int32Array(room));
    this.#places = new Int32Array(PLACES_A_FEATURE * room);
    const last = this.#places.length - 1;
    for (let number = 0; number < this.#size; number += 1) {
      let place = (this.#hashes[number] ?? 0) & last;
      while (this.#places[place] !== 0) place = (place + 1) & last;
      this.#places[place] = number + 1;
    }
  }
}

/** Returns the hash of a feature, 32 bits: FNV-1a over its kind and the units of its name. */
function hashOf(kind: number, name: string): number {
  let hash = extendHash(EMPTY_HASH, kind);
  for (let at = 0; at < name.length; at += 1) hash = extendHash(hash, name.charCodeAt(at));
  // The high bits depend on more of the name than the low ones, by which a place is chosen.
  return hash ^ (hash >>> 15);
}
