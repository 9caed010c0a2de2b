import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors.ts";
import { type ByteSource, openFileSource } from "../warc/gzip-member.ts";

const SEGMENT_NAME = /^pages-(\d{5,})\.warc\.gz$/;

/**
 * A segment open for writing. When a call returns, the bytes are in the file, not always on the
 * disk.
 */
interface OpenSegment {
  /** Counted from 1. */
  readonly number: number;
  /** Bytes written. */
  readonly size: number;
  /**
   * Writes, then commits. If either fails the segment is unchanged and `page-not-written` is
   * thrown.
   */
  append(bytes: Uint8Array, commit?: () => void): void;
  /** Waits until everything is on the disk. */
  close(): void;
}

/** Returns the file name of a segment: `pages-00001.warc.gz`. */
export function segmentName(segment: number): string {
  return `pages-${String(segment).padStart(5, "0")}.warc.gz`;
}

/** Returns the number in the file name of a segment; `undefined` for other names. */
export function segmentNumber(name: string): number | undefined {
  const digits = SEGMENT_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Opens a segment to append after its first `size` bytes; cuts off everything beyond them. */
export function openSegment(directory: string, number: number, size: number): OpenSegment {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, segmentName(number));
  const descriptor = openSync(path, "a+");
  ftruncateSync(descriptor, size);
  let end = size;
  return {
    number,
    get size() {
      return end;
    },
    append(bytes, commit) {
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
        commit?.();
      } catch (cause) {
        ftruncateSync(descriptor, end);
        throw fail("page-not-written", { path }, cause);
      }
      end += bytes.length;
    },
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/** Returns the bytes of a segment's file, 0 when there is no file. */
export function segmentBytes(directory: string, segment: number): number {
  return statSync(join(directory, segmentName(segment)), { throwIfNoEntry: false })?.size ?? 0;
}

/** Deletes segments after `last`: a crash prevented the indexing of their first page. */
export function dropSegmentsAfter(directory: string, last: number): void {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const number = segmentNumber(name);
    if (number !== undefined && number > last) rmSync(join(directory, name));
  }
}

/** Opens segments for reading, each when it is first asked for. */
export function segmentReaders(directory: string): Disposable & {
  open(segment: number): ByteSource;
} {
  const sources = new Map<number, ByteSource>();
  return {
    open(segment) {
      const source = sources.get(segment) ?? openIfThere(join(directory, segmentName(segment)));
      sources.set(segment, source);
      return source;
    },
    [Symbol.dispose]() {
      for (const source of sources.values()) source.close();
      sources.clear();
    },
  };
}

function openIfThere(path: string): ByteSource {
  try {
    return openFileSource(path);
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw isMissing
      ? fail(
          "run-damaged",
          { file: path, fault: "is missing, and pages of the run are in it" },
          cause,
        )
      : cause;
  }
}
