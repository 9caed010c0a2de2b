import { decodeHTMLAttribute } from "entities/decode";

/** Longest name that a key can hold: six letters of five bits fill a small integer of V8. */
const MAX_LETTERS = 6;

/**
 * Returns a number for the name in `html` from `start` to before `end`, without cutting the name
 * out. Upper and lower case give the same number. It is -1 unless the name has one to six letters
 * and nothing else.
 */
export function nameKey(html: string, start: number, end: number): number {
  if (end - start > MAX_LETTERS || end <= start) return -1;
  let key = 0;
  for (let index = start; index < end; index++) {
    const letter = (html.charCodeAt(index) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) return -1;
    key = (key << 5) | letter;
  }
  return key;
}

/** Returns the entries whose names have a key, under that key. */
export function byNameKey<Value>(entries: Iterable<readonly [string, Value]>): Map<number, Value> {
  const keyed = new Map<number, Value>();
  for (const [name, value] of entries) {
    const key = nameKey(name, 0, name.length);
    if (key >= 0) keyed.set(key, value);
  }
  return keyed;
}

/** Attributes that the page view reads, with their slots; all others are skipped without a copy. */
export const ATTRIBUTE = {
  alt: 0,
  class: 1,
  color: 2,
  content: 3,
  encoding: 4,
  face: 5,
  hidden: 6,
  href: 7,
  "http-equiv": 8,
  id: 9,
  itemprop: 10,
  itemtype: 11,
  lang: 12,
  name: 13,
  rel: 14,
  role: 15,
  shadowrootmode: 16,
  size: 17,
  src: 18,
  style: 19,
  type: 20,
  "xlink:href": 21,
  "xml:lang": 22,
} as const;

type Attribute = (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE];

const SLOTS: ReadonlyMap<string, number> = new Map(Object.entries(ATTRIBUTE));
const SHORT_SLOTS: ReadonlyMap<number, number> = byNameKey(SLOTS);
const LONGEST_NAME = Math.max(...Array.from(SLOTS.keys(), (name) => name.length));

/** Attributes of one start tag: ranges of the page, cut out only when requested. */
export class TagAttributes {
  readonly #html: string;
  readonly #starts = new Int32Array(SLOTS.size);
  readonly #ends = new Int32Array(SLOTS.size);
  /** Bit n: the attribute of slot n is present. */
  #present = 0;
  #slot = -1;

  constructor(html: string) {
    this.#html = html;
  }

  clear(): void {
    this.#present = 0;
    this.#slot = -1;
  }

  /** Adds a name from `start` to before `end`; the first of repeated names counts. */
  addName(start: number, end: number): void {
    this.#slot = -1;
    const slot = this.#slotOf(start, end);
    if (slot === undefined || (this.#present & (1 << slot)) !== 0) return;
    this.#slot = slot;
    this.#present |= 1 << slot;
    this.#starts[slot] = 0;
    this.#ends[slot] = 0;
  }

  /** Adds the value of the last name. */
  addValue(start: number, end: number): void {
    if (this.#slot < 0) return;
    this.#starts[this.#slot] = start;
    this.#ends[this.#slot] = end;
  }

  /**
   * Returns the value with entities decoded, `""` for an attribute without a value, `undefined`
   * when there is no such attribute.
   */
  get(slot: Attribute): string | undefined {
    if (!this.has(slot)) return undefined;
    const value = this.#html.slice(this.#starts[slot], this.#ends[slot]);
    return value.includes("&") ? decodeHTMLAttribute(value) : value;
  }

  has(slot: Attribute): boolean {
    return (this.#present & (1 << slot)) !== 0;
  }

  #slotOf(start: number, end: number): number | undefined {
    const key = nameKey(this.#html, start, end);
    if (key >= 0) return SHORT_SLOTS.get(key);
    if (end - start > LONGEST_NAME) return undefined;
    return SLOTS.get(this.#html.slice(start, end).toLowerCase());
  }
}
