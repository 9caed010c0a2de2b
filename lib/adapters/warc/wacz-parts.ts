/** Finds the WARC files in a WACZ file, which is a ZIP file, and reads them where they are. */
import { inflateRawSync } from "node:zlib";
import { fail } from "../../errors.ts";
import { type ByteSource, bufferSource } from "./gzip-member.ts";

/** Begins a ZIP file that is not empty. */
const ZIP_MAGIC = Buffer.from("PK\x03\x04");
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
const STORED = 0;
const DEFLATED = 8;

/** Where a WACZ file has its WARC files (WACZ 1.1.1 §5.2.1). */
const WARC_PART = /^archive\/.*\.warc(?:\.gz)?$/i;

/** Largest compressed WARC file that is unpacked in memory; one that is only stored has no limit. */
const MOST_UNPACKED_BYTES = 256 << 20;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly storedBytes: number;
  readonly offset: number;
}

/** Checks whether a file is a ZIP file, as WACZ files are. */
export function isZip(source: ByteSource): boolean {
  return source.read(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
}

/**
 * Returns the WARC files in a WACZ file.
 * @throws DowserError `bad-warc` for a ZIP file without any, or one that is cut
 */
export function waczParts(file: ByteSource): readonly ByteSource[] {
  const parts = entriesOf(file).filter(({ name }) => WARC_PART.test(name));
  if (parts.length === 0) throw fail("bad-warc/zip", { file: file.name });
  return parts.map((entry) => partOf(file, entry));
}

function partOf(file: ByteSource, { name, method, storedBytes, offset }: ZipEntry): ByteSource {
  const local = file.read(offset, LOCAL_BYTES);
  if (local.length < LOCAL_BYTES) throw fail("bad-warc/zip", { file: file.name });
  const from = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const part = `${file.name}/${name}`;
  if (method === DEFLATED) {
    const bytes = inflateRawSync(file.read(from, storedBytes), {
      maxOutputLength: MOST_UNPACKED_BYTES,
    });
    return bufferSource(part, bytes);
  }
  if (method !== STORED) throw fail("bad-warc/zip", { file: file.name });
  return {
    name: part,
    size: storedBytes,
    read: (at, length) => file.read(from + at, Math.max(0, Math.min(length, storedBytes - at))),
    // The file that it is a part of is closed by itself.
    close: () => {},
  };
}

/** Lists what a ZIP file holds, by the table at its end. */
function entriesOf(file: ByteSource): readonly ZipEntry[] {
  const { bytes, offset } = tableOf(file);
  const table = file.read(offset, bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= table.length; ) {
    if (!table.subarray(at, at + 4).equals(ENTRY)) break;
    const nameEnd = at + ENTRY_BYTES + table.readUInt16LE(at + 28);
    const extraEnd = nameEnd + table.readUInt16LE(at + 30);
    const extra = table.subarray(nameEnd, extraEnd);
    const numbers = [24, 20, 42].map((field) => table.readUInt32LE(at + field));
    const [, storedBytes = 0, start = 0] = with64(numbers, extra);
    const name = table.toString("utf8", at + ENTRY_BYTES, nameEnd);
    entries.push({ name, method: table.readUInt16LE(at + 10), storedBytes, offset: start });
    at = extraEnd + table.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns where the table of entries is. */
function tableOf(file: ByteSource): { readonly bytes: number; readonly offset: number } {
  const from = Math.max(0, file.size - MOST_END_BYTES);
  const tail = file.read(from, MOST_END_BYTES);
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > tail.length) throw fail("bad-warc/zip", { file: file.name });
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
