/** Finds the WARC files in a WACZ file, which is a ZIP file, and reads them where they are. */
import { inflateRawSync } from "node:zlib";
import {
  DEFLATED,
  entryStart,
  STORED,
  ZIP_MAGIC,
  type ZipEntry,
  zipEntries,
} from "../../domain/web/http/zip-entries.ts";
import { fail } from "../../errors.ts";
import { type ByteSource, bufferSource } from "./gzip-member.ts";

/** Where a WACZ file has its WARC files (WACZ 1.1.1 §5.2.1). */
const WARC_PART = /^archive\/.*\.warc(?:\.gz)?$/i;

/** Largest compressed WARC file that is unpacked in memory; one that is only stored has no limit. */
const MOST_UNPACKED_BYTES = 256 << 20;

/** Checks whether a file is a ZIP file, as WACZ files are. */
export function isZip(source: ByteSource): boolean {
  return source.read(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
}

/**
 * Returns the WARC files in a WACZ file.
 * @throws DowserError `bad-warc` for a ZIP file without any, or one that is cut
 */
export function waczParts(file: ByteSource): readonly ByteSource[] {
  const parts = zipEntries(file)?.filter(({ name }) => WARC_PART.test(name)) ?? [];
  if (parts.length === 0) throw fail("bad-warc/zip", { file: file.name });
  return parts.map((entry) => partOf(file, entry));
}

function partOf(file: ByteSource, entry: ZipEntry): ByteSource {
  const { name, method, storedBytes } = entry;
  const from = entryStart(file, entry);
  if (from === undefined) throw fail("bad-warc/zip", { file: file.name });
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
