/** Vectors and rows of numbers as text in a stored model. */
import type { SparseRows } from "./sparse-rows.ts";

const BYTES = 4;
/**
 * Characters made from bytes in one call: a call accepts no more than some ten thousand arguments.
 */
const CHUNK = 8_192;

/**
 * Converts numbers of single precision to JSON: little-endian bytes in base64 (RFC 4648), 5⅓
 * characters per number.
 */
export function storeFloats(numbers: Float32Array): string {
  const view = new DataView(new ArrayBuffer(numbers.length * BYTES));
  for (const [at, number] of numbers.entries()) view.setFloat32(at * BYTES, number, true);
  const bytes = new Uint8Array(view.buffer);
  const characters: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK)
    characters.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  return btoa(characters.join(""));
}

/** Restores stored numbers. */
export function loadFloats(stored: string): Float32Array {
  const characters = atob(stored);
  const view = new DataView(new ArrayBuffer(characters.length));
  for (let at = 0; at < characters.length; at += 1) view.setUint8(at, characters.charCodeAt(at));
  return Float32Array.from({ length: Math.floor(characters.length / BYTES) }, (_, at) =>
    view.getFloat32(at * BYTES, true),
  );
}

/**
 * {@link SparseRows} as JSON, of single precision, in 11 characters per entry; columns below 2^24.
 */
export type StoredFloatRows = {
  readonly width: number;
  readonly starts: readonly number[];
  readonly columns: string;
  readonly values: string;
};

/** Converts rows to JSON. */
export function storeFloatRows({ width, starts, columns, values }: SparseRows): StoredFloatRows {
  return {
    width,
    starts: Array.from(starts),
    columns: storeFloats(Float32Array.from(columns)),
    values: storeFloats(Float32Array.from(values)),
  };
}

/** Restores stored rows, with their values in single precision. */
export function loadFloatRows({ width, starts, columns, values }: StoredFloatRows): SparseRows {
  return {
    width,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(loadFloats(columns)),
    values: Float64Array.from(loadFloats(values)),
  };
}

/** Values of the low bits of a byte, and the bit that says that another byte follows. */
const [LOW, MORE] = [0x7f, 0x80];

/** Bits of a number in one byte. */
const BITS = 7;

/** Most bytes of a number below 2^31. */
const MOST_BYTES = 5;

/** Bytes of the numbers that are packed, copied at the end: links are packed a hundred a page. */
let room = new Uint8Array(1_024);

/**
 * Packs the first `count` whole numbers in [0, 2^31) in their order, the small ones in fewer bytes (LEB128, as in DWARF
 * 5, section 7.6).
 */
export function packNumbers(numbers: Int32Array, count = numbers.length): Uint8Array {
  if (room.length < MOST_BYTES * count) room = new Uint8Array(2 * MOST_BYTES * count);
  const bytes = room;
  let length = 0;
  for (let at = 0; at < count; at += 1) {
    let rest = numbers[at] ?? 0;
    for (; rest > LOW; rest >>>= BITS) {
      bytes[length] = (rest & LOW) | MORE;
      length += 1;
    }
    bytes[length] = rest;
    length += 1;
  }
  return bytes.slice(0, length);
}

/** Unpacks numbers from `start` on into `into`, which is long enough, and returns how many they are. */
export function unpackNumbers(bytes: Uint8Array, start: number, into: Int32Array): number {
  let [count, number, shift] = [0, 0, 0];
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    number |= (byte & LOW) << shift;
    if (byte > LOW) shift += BITS;
    else {
      into[count] = number;
      count += 1;
      [number, shift] = [0, 0];
    }
  }
  return count;
}
