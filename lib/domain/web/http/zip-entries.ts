/** Lists what a ZIP file holds, by the table at its end. */

/** Begins a ZIP file that is not empty. */
export const ZIP_MAGIC = Buffer.from("PK\x03\x04");

/** Signatures of the tables at its end (APPNOTE 6.3.10 §4.3), as they are stored. */
const END = Buffer.from("PK\x05\x06");
const END_64 = Buffer.from("PK\x06\x06");
const LOCATOR_64 = Buffer.from("PK\x06\x07");
const ENTRY = Buffer.from("PK\x01\x02");

/** Bytes of the table at the end without its comment, and with the longest one. */
const END_BYTES = 22;
const MOST_END_BYTES = END_BYTES + 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LOCATOR_BYTES = 20;
/** Stands for a number that is in an extra field of 64 bits. */
const SEE_64 = 0xffffffff;

/** How an entry is packed: not at all, or by deflate. Other ways are hardly used. */
export const STORED = 0;
export const DEFLATED = 8;

/** The bytes of a file, read where they are. */
export interface ZipBytes {
  readonly size: number;
  /** Reads at most `length` bytes from `offset`, fewer only at the end. */
  read(offset: number, length: number): Buffer;
}

/** An entry as the table at the end has it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly storedBytes: number;
  /** Where the head of the entry begins. */
  readonly offset: number;
}

/** Returns where the bytes of an entry begin; `undefined` where the file ends before. */
export function entryStart(file: ZipBytes, { offset }: ZipEntry): number | undefined {
  const local = file.read(offset, LOCAL_BYTES);
  if (local.length < LOCAL_BYTES) return undefined;
  return offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
}

/** Lists what a ZIP file holds; `undefined` for a file without its table, such as one that is cut. */
export function zipEntries(file: ZipBytes): readonly ZipEntry[] | undefined {
  const place = tableOf(file);
  if (place === undefined) return undefined;
  const table = file.read(place.offset, place.bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= table.length; ) {
    if (!table.subarray(at, at + 4).equals(ENTRY)) break;
    const nameEnd = at + ENTRY_BYTES + table.readUInt16LE(at + 28);
    const extraEnd = nameEnd + table.readUInt16LE(at + 30);
    const extra = table.subarray(nameEnd, extraEnd);
    const numbers = [24, 20, 42].map((field) => table.readUInt32LE(at + field));
    const [, storedBytes = 0, offset = 0] = with64(numbers, extra);
    const name = table.toString("utf8", at + ENTRY_BYTES, nameEnd);
    entries.push({ name, method: table.readUInt16LE(at + 10), storedBytes, offset });
    at = extraEnd + table.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns where the table of entries is. */
function tableOf(file: ZipBytes): { readonly bytes: number; readonly offset: number } | undefined {
  const from = Math.max(0, file.size - MOST_END_BYTES);
  const tail = file.read(from, MOST_END_BYTES);
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > tail.length) return undefined;
  const locator = tail.subarray(Math.max(0, end - LOCATOR_BYTES), end);
  if (locator.length === LOCATOR_BYTES && locator.subarray(0, 4).equals(LOCATOR_64)) {
    const end64 = file.read(Number(locator.readBigUInt64LE(8)), 56);
    if (end64.length === 56 && end64.subarray(0, 4).equals(END_64))
      return {
        bytes: Number(end64.readBigUInt64LE(40)),
        offset: Number(end64.readBigUInt64LE(48)),
      };
  }
  return { bytes: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
}

/** Fills in the numbers that an extra field of 64 bits holds, in its order (APPNOTE §4.5.3). */
function with64(numbers: readonly number[], extra: Buffer): readonly number[] {
  let field: Buffer = Buffer.alloc(0);
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1)
      field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  let next = 0;
  return numbers.map((number) => {
    if (number !== SEE_64 || field.length < next + 8) return number;
    next += 8;
    return Number(field.readBigUInt64LE(next - 8));
  });
}
