import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { IndexedPlace } from "../page-index.ts";
import { inspectMember } from "../warc/inspect-member.ts";
import { segmentInfo } from "../warc/write-warc.ts";
import {
  dropSegmentsAfter,
  openSegment,
  segmentName,
  segmentNumber,
  segmentReaders,
} from "./page-segments.ts";
import type { SegmentIndex } from "./repair-segments.ts";

/** Which answers of a run's segments are left out of the copies, and which are written again. */
interface Rewriting {
  readonly leavesOut: (place: IndexedPlace) => boolean;
  /** Returns another gzip member for an answer; `undefined` to copy the one that is there. */
  readonly replacing: (place: IndexedPlace) => Promise<Uint8Array | undefined>;
}

/** What a rewriting has written: nothing counts until an index names it. */
interface RewrittenSegments {
  readonly leftOut: readonly IndexedPlace[];
  /** The answers of the same segments, at their new places, in order. */
  readonly moved: readonly IndexedPlace[];
}

/**
 * Copies segments, without some answers, to new segments behind the last one. The old segments
 * stay as they are, and the index does not change: if the process is killed, the copies are dropped
 * when the run is opened again.
 */
export async function rewriteSegments(
  directory: string,
  index: SegmentIndex,
  segments: ReadonlySet<number>,
  { leavesOut, replacing }: Rewriting,
): Promise<RewrittenSegments> {
  const last = Math.max(0, ...index.ends().map(({ segment }) => segment));
  dropSegmentsAfter(directory, last);
  const leftOut: IndexedPlace[] = [];
  const moved: IndexedPlace[] = [];
  using readers = segmentReaders(directory);
  let next = last + 1;
  for (const segment of [...segments].sort((a, b) => a - b)) {
    const places = [...index.placesIn(segment)];
    const kept = places.filter((place) => !leavesOut(place));
    leftOut.push(...places.filter(leavesOut));
    if (kept.length === 0) continue;
    const source = readers.open(segment);
    const read = ({ offset, length }: IndexedPlace) => source.read(offset, length);
    const copy = openSegment(directory, next, 0);
    next += 1;
    try {
      const [first] = kept;
      const date = first === undefined ? 0 : dateOf(read(first));
      copy.append(await segmentInfo(segmentName(copy.number), date));
      for (const place of kept) {
        const member = (await replacing(place)) ?? read(place);
        const offset = copy.size;
        copy.append(member);
        moved.push({ ...place, segment: copy.number, offset, length: member.length });
      }
    } finally {
      copy.close();
    }
  }
  return { leftOut, moved };
}

function dateOf(member: Buffer): number {
  const found = inspectMember(member);
  return found.kind === "record" ? found.date : 0;
}

/** Deletes the segments that the index does not name. */
export function removeUnnamedSegments(directory: string, index: Pick<SegmentIndex, "ends">): void {
  const named = new Set(index.ends().map(({ segment }) => segment));
  for (const name of readdirSync(directory)) {
    const number = segmentNumber(name);
    if (number !== undefined && !named.has(number)) rmSync(join(directory, name));
  }
}
