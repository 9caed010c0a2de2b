/** What a page says, as hashes: enough to tell whether another page says the same. */
import { hashToUnit } from "../../stats/random/random.ts";
import type { PageView } from "../page-view.ts";
import { threadId } from "../posts/thread-id.ts";
import { textLines } from "../text-hashes.ts";

/** Hashes of a page that are kept at most, of its lines and of its places. */
const MOST = 256;

/** Least letters of a line that says something, without the words that many lines of its page have. */
const LEAST_LETTERS = 12;

/** Letters of a line by which it is known again: views may cut a text, or change its end. */
const MOST_COMPARED = 120;

const OTHERS = /[^\p{L}]+/gu;
const DIGITS = /\d+/g;
const DIGIT = /\d/;

/** What is kept of a page: hashes, whole numbers below 2^48 in ascending order. */
export interface ContentPrint {
  /** Of its lines; the smallest ones, if there are many. */
  readonly lines: readonly number[];
  /** Of those of its lines that have a number, with the numbers: tables of figures differ in nothing else. */
  readonly figures: readonly number[];
  /** Of the numbers of its parts, such as posts, as links name them. */
  readonly parts: readonly number[];
  /** Of the id of the thread that it shows; one or none. */
  readonly thread: readonly number[];
}

/** Returns the print of a page. Numbers are left out of its lines: many count readers, days and milliseconds. */
export function contentPrint(view: PageView): ContentPrint {
  const [lines, figures] = [new Set<number>(), new Set<number>()];
  for (const { line, linked, letters } of textLines(view)) {
    if (linked < line.length && DIGIT.test(line))
      figures.add(contentHash(line.toLowerCase().slice(0, MOST_COMPARED)));
    if (letters - linked < LEAST_LETTERS) continue;
    lines.add(contentHash(line.replace(OTHERS, "").toLowerCase().slice(0, MOST_COMPARED)));
  }
  const marks = view.rows.flatMap(({ parts }) => parts.map(({ markName }) => markName));
  const numbers = [...view.ids, ...marks].flatMap((name) => name.match(DIGITS)?.at(-1) ?? []);
  const thread = threadId(view);
  return {
    lines: smallest(lines),
    figures: smallest(figures),
    parts: smallest(new Set(numbers.map(contentHash))),
    thread: thread === undefined ? [] : [contentHash(thread)],
  };
}

function smallest(hashes: ReadonlySet<number>): number[] {
  return [...hashes].toSorted((one, other) => one - other).slice(0, MOST);
}

/** 2^48: chance collisions among a million texts are fewer than one in a hundred. */
const HASHES = 0x1_0000_0000_0000;

/** Returns the hash of a text, a whole number below 2^48. */
export function contentHash(text: string): number {
  return Math.floor(hashToUnit(0, text) * HASHES);
}

/** Bytes of a hash as text. */
const BYTES = 6;

/** Writes hashes as text, eight letters each. */
export function hashesText(hashes: readonly number[]): string {
  const bytes = Buffer.alloc(hashes.length * BYTES);
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, at * BYTES, BYTES);
  return bytes.toString("base64");
}

/** Reads what {@link hashesText} wrote. */
export function parseHashes(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, at) =>
    bytes.readUIntBE(at * BYTES, BYTES),
  );
}
