import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { JournalPosition } from "../../ports/journal.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A checksum ends each segment, so that a damaged one is no other changeset by chance. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Bytes before the changeset: the version of the schema, big-endian. */
const HEAD_BYTES = 4;

/** The changes of one commit, made to a schema of `version`. */
export interface Segment {
  readonly version: number;
  readonly changeset: Uint8Array;
}

/** Where the n-th segment of an epoch lies, from 1: keys are ordered as segments are. */
export function segmentKey(epoch: number, n: number): string {
  return `journal/${eightDigits(epoch)}/${eightDigits(n)}.zst`;
}

/**
 * The segments of a position, in order, without those of one that it goes on from: that begins with all
 * of that one's segments. `undefined` where it does not.
 */
export function segmentsBetween(from: JournalPosition, to: JournalPosition): string[] | undefined {
  const keys: string[] = [];
  for (const [index, [epoch, count]] of to.entries()) {
    const [knownEpoch, known] = from[index] ?? [epoch, 0];
    const isLastKnown = index >= from.length - 1;
    if (knownEpoch !== epoch || known > count || (known < count && !isLastKnown)) return undefined;
    for (let n = known + 1; n <= count; n += 1) keys.push(segmentKey(epoch, n));
  }
  return from.length > to.length ? undefined : keys;
}

/** The bytes of a segment. */
export function packSegment({ version, changeset }: Segment): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(version);
  return compress(Buffer.concat([head, changeset]), COMPRESSION);
}

/** What a segment's bytes hold; rejects bytes that are not as they were packed. */
export async function unpackSegment(bytes: Uint8Array): Promise<Segment> {
  const unpacked = await decompress(bytes);
  return { version: unpacked.readUInt32BE(), changeset: unpacked.subarray(HEAD_BYTES) };
}

function eightDigits(n: number): string {
  return String(n).padStart(8, "0");
}
