/** Fingerprints of texts, and an index that finds near copies by them. */
import { EMPTY_HASH, extendHash } from "../../stats/random/random.ts";
import { wordsOf } from "../../text/words.ts";

/** Words that are taken together: their order counts, too. */
const RUN = 3;

/** Least words of a text whose near copies can be told. */
const LEAST_WORDS = 60;

/** Values of a print: two texts share as many of them as they share of their runs of words. */
const VALUES = 64;

/** Values that two prints of near copies share: texts that share 9 in 10 of their runs or more. */
export const LEAST_SHARED = 60;

/**
 * Returns the print of a main text, {@link VALUES} bytes: minhash by one permutation over its runs of
 * three words, of each value the lowest byte (Broder, "On the resemblance and containment of
 * documents", 1997; Li, Owen and Zhang, "One permutation hashing", NIPS 2012); `undefined` for a
 * text too short.
 */
export function textFingerprint(mainText: string): Uint8Array | undefined {
  const least = new Uint32Array(VALUES).fill(NONE);
  let [before, last] = [0, 0];
  let words = 0;
  for (const word of wordsOf(mainText)) {
    const hash = hashOf(word);
    words += 1;
    if (words >= RUN) addRun(least, mixed(Math.imul(before, 31) ^ Math.imul(last, 17) ^ hash));
    before = last;
    last = hash;
  }
  return words < LEAST_WORDS ? undefined : Uint8Array.from(least, (value) => value & 0xff);
}

/** Value of a part that no run falls into. */
const NONE = 0xffffffff;

/** Puts a run into the part that its lowest bits say, if it is the least there. */
function addRun(least: Uint32Array, run: number): void {
  const part = run % VALUES;
  const rest = Math.floor(run / VALUES);
  if (rest < (least[part] ?? 0)) least[part] = rest;
}

/** Returns how many values two prints share, of {@link VALUES}. */
export function sharedValues(a: Uint8Array, b: Uint8Array): number {
  let shared = 0;
  for (let at = 0; at < VALUES; at += 1) if (a[at] === b[at]) shared += 1;
  return shared;
}

/** Writes a print as text. */
export function fingerprintText(print: Uint8Array): string {
  return Buffer.from(print).toString("base64");
}

/** Reads what {@link fingerprintText} wrote. */
export function parseFingerprint(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

function hashOf(word: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < word.length; at += 1) hash = extendHash(hash, word.charCodeAt(at));
  return hash;
}

/** Applies MurmurHash3's 32-bit finaliser, by Austin Appleby. */
function mixed(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

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
