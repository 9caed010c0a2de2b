/** Values of the low bits of a byte, and the bit that says that another byte follows. */
const [LOW, MORE] = [0x7f, 0x80];
/** Bits of a number in one byte. */
const BITS = 7;
/** Most bytes of a number below 2^31. */
const MOST_BYTES = 5;

/**
 * Packs whole numbers in [0, 2^31) in their order, the small ones in fewer bytes (LEB128, as in DWARF
 * 5, section 7.6).
 */
export function packNumbers(numbers: Int32Array): Uint8Array {
  const bytes = new Uint8Array(MOST_BYTES * numbers.length);
  let length = 0;
  for (const number of numbers) {
    let rest = number;
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
