import { MAX_HEAD_BYTES } from "../../domain/web/http/answer-head.ts";
import { GZIP_MAGIC, inflateMember, memberFault, streamMember } from "./gzip-member.ts";
import { badWarc, parseRecordHead, type RecordHead } from "./record-head.ts";
import type { RecordPlace } from "./scan-warc.ts";

/**
 * Largest gzip member that is inflated in one call, both as stored and inflated; larger ones are
 * streamed.
 */
const MAX_AT_ONCE_BYTES = 16 << 20;

/** A record that was read back. */
export interface WarcRecord {
  readonly head: RecordHead;
  /** The block, or its first `maxBlockBytes`. */
  readonly block: Buffer;
}

/**
 * Reads the record at a place that a scan or a writer returned; throws `bad-warc` when there is
 * none now.
 */
export async function readRecord(place: RecordPlace, maxBlockBytes: number): Promise<WarcRecord> {
  const bytes = await inflated(place, MAX_HEAD_BYTES + maxBlockBytes);
  const head = parseRecordHead(bytes);
  if (head === undefined) throw badWarc(place.source.name, place.offset);
  const blockBytes = Math.min(head.contentLength, maxBlockBytes);
  return { head, block: bytes.subarray(head.headLength, head.headLength + blockBytes) };
}

/** Inflates at least the first `maxBytes` of the record, or all of it. */
async function inflated(place: RecordPlace, maxBytes: number): Promise<Buffer> {
  const { source, offset, length } = place;
  const isGzip = source.read(offset, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  if (!isGzip) return source.read(offset, Math.min(length, maxBytes));
  if (length <= MAX_AT_ONCE_BYTES) {
    const member = inflateMember(source.read(offset, length), MAX_AT_ONCE_BYTES);
    if (member.kind === "member") return member.bytes;
    if (member.kind !== "too-big") throw badWarc(source.name, offset);
  }
  return firstBytes(place, maxBytes);
}

async function firstBytes({ source, offset }: RecordPlace, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of streamMember(source, offset).chunks) {
      chunks.push(chunk);
      total += chunk.length;
      if (total >= maxBytes) break;
    }
  } catch (error) {
    memberFault(error);
    throw badWarc(source.name, offset, error);
  }
  return Buffer.concat(chunks);
}
