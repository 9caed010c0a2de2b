/** Erases records of a WARC file without moving any other one: in the place of each is one that says nothing. */
import { hash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { bufferSource, gzipTrailer } from "./gzip-member.ts";
import { scanWarc } from "./scan-warc.ts";
import { UUID_URN } from "./write-warc.ts";

/** What was erased of a file. */
interface Erased {
  readonly bytes: Buffer;
  readonly count: number;
  /** Compressed bytes of what was erased. */
  readonly erasedBytes: number;
}

/**
 * Erases the records about some URLs from the bytes of a WARC file with a gzip member a record. All others have their
 * places, by which they are known. Erased again, it has nothing more to erase.
 * @throws DowserError `bad-warc`
 */
export async function eraseMembers(
  name: string,
  given: Uint8Array,
  isErased: (url: Url) => boolean,
): Promise<Erased> {
  const bytes = Buffer.from(given);
  const source = bufferSource(name, Buffer.from(given));
  let [count, erasedBytes] = [0, 0];
  for await (const { head, offset, length } of scanWarc(source, { damaged: 0, heldBytes: 0 })) {
    const target = canonicalUrl(head.targetUri);
    if (!target.ok || !isErased(target.url)) continue;
    erasedMember(`${name} ${offset}`, length).copy(bytes, offset);
    [count, erasedBytes] = [count + 1, erasedBytes + length];
  }
  return { bytes, count, erasedBytes };
}

/** Begins a gzip member whose header has a comment (RFC 1952 §2.3), which may be of any length. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0b1_0000, 0, 0, 0, 0, 0, 0xff]);

/** The end of a comment. */
const END = Buffer.alloc(1);

/** Returns a gzip member of a length: a record without a URL; one without any record where that is too short. */
export function erasedMember(name: string, length: number): Buffer {
  const [record, none] = [packedRecord(erasedRecord(name)), packedRecord(Buffer.alloc(0))];
  const least = HEADER.length + END.length + record.length;
  const packed = length < least ? none : record;
  const comment = Buffer.alloc(length - HEADER.length - END.length - packed.length, "-");
  return Buffer.concat([HEADER, comment, END, packed]);
}

/** Returns bytes as a member has them behind its header. */
function packedRecord(bytes: Buffer): Buffer {
  return Buffer.concat([deflateRawSync(bytes), gzipTrailer(bytes)]);
}

function erasedRecord(name: string): Buffer {
  const lines = [
    "WARC/1.1",
    "WARC-Type: metadata",
    `WARC-Record-ID: ${hash("sha256", name, "hex").replace(...UUID_URN)}`,
    "WARC-Date: 1970-01-01T00:00:00Z",
    "Content-Type: application/warc-fields",
    "Content-Length: 0",
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n\r\n\r\n`);
}
