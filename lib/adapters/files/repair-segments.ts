import { rmSync } from "node:fs";
import { join } from "node:path";
import type { IndexedPlace, PagesEnd } from "../page-index.ts";
import { inspectMember } from "../warc/inspect-member.ts";
import { segmentInfo } from "../warc/write-warc.ts";
import { openSegment, segmentBytes, segmentName, segmentReaders } from "./page-segments.ts";

/** The index of a run's segments, as far as a repair needs it. */
export interface SegmentIndex {
  /** Returns the segments with indexed answers, in order, and the end of the last one in each. */
  ends(): readonly PagesEnd[];
  /** Returns the places in a segment, in order. */
  placesIn(segment: number): Iterable<IndexedPlace>;
}

/** The difference between the index of a run and what its files still hold. */
export interface SegmentFaults {
  /** Answers that cannot be read any more. */
  readonly lost: readonly IndexedPlace[];
  /** Answers behind a damaged one, which were copied to a new segment: their new places. */
  readonly moved: readonly IndexedPlace[];
}

/**
 * Finds answers that the segments of a run have lost. The last segment is read as a whole, since a
 * crash or a power failure damages what was written last. Of the others only the length is checked.
 * Readable answers behind a damaged one are copied to a new segment. The index does not change.
 */
export async function findSegmentFaults(
  directory: string,
  index: SegmentIndex,
): Promise<SegmentFaults> {
  const ends = index.ends();
  const last = ends.at(-1);
  const lost: IndexedPlace[] = [];
  for (const { segment, offset } of ends.slice(0, -1)) {
    const bytes = segmentBytes(directory, segment);
    if (bytes >= offset) continue;
    for (const place of index.placesIn(segment)) {
      if (place.offset + place.length > bytes) lost.push(place);
    }
  }
  if (last === undefined) return { lost, moved: [] };
  const tail = readTail(directory, index, last.segment);
  const moved = await copyMembers(directory, tail.behind, last.segment);
  return { lost: [...lost, ...tail.lost], moved };
}

/**
 * Cuts off what is behind the last indexed answer of each segment, and deletes segments without one:
 * a repair or a crash left it there.
 */
export function cutSegments(directory: string, index: Pick<SegmentIndex, "ends">): void {
  const ends = new Map(index.ends().map(({ segment, offset }) => [segment, offset]));
  const last = Math.max(0, ...ends.keys());
  for (let segment = 1; segment < last; segment += 1) {
    const bytes = segmentBytes(directory, segment);
    const end = ends.get(segment);
    if (end === undefined) rmSync(join(directory, segmentName(segment)), { force: true });
    else if (bytes > end) openSegment(directory, segment, end).close();
  }
}

interface Tail {
  readonly lost: readonly IndexedPlace[];
  /** Readable answers behind the first damaged one. */
  readonly behind: readonly IndexedPlace[];
}

function readTail(directory: string, index: SegmentIndex, segment: number): Tail {
  const lost: IndexedPlace[] = [];
  const behind: IndexedPlace[] = [];
  const bytes = segmentBytes(directory, segment);
  using readers = segmentReaders(directory);
  let isDamaged = false;
  let hasInfo = false;
  for (const place of index.placesIn(segment)) {
    const { url, kind, offset, length } = place;
    const isThere = offset + length <= bytes;
    const source = isThere ? readers.open(segment) : undefined;
    if (!hasInfo && source !== undefined) {
      isDamaged = typeOf(source.read(0, offset)) !== "warcinfo";
    }
    hasInfo = true;
    const found = source === undefined ? undefined : inspectMember(source.read(offset, length));
    if (found?.kind !== "record" || found.targetUri !== url) {
      isDamaged = true;
      lost.push(place);
    } else if (isDamaged) {
      // A rendered page says nothing without the page that it was.
      const isAlone = kind === "rendered" && lost.some((each) => each.url === url);
      (isAlone ? lost : behind).push(place);
    }
  }
  return { lost, behind };
}

function typeOf(member: Buffer): string | undefined {
  const found = inspectMember(member);
  return found.kind === "record" ? found.type : undefined;
}

/** Copies members to the segment behind `last`, and returns their new places. */
async function copyMembers(
  directory: string,
  places: readonly IndexedPlace[],
  last: number,
): Promise<readonly IndexedPlace[]> {
  const [first] = places;
  if (first === undefined) return [];
  using readers = segmentReaders(directory);
  const copy = openSegment(directory, last + 1, 0);
  try {
    const source = readers.open(last);
    const found = inspectMember(source.read(first.offset, first.length));
    const date = found.kind === "record" ? found.date : 0;
    copy.append(await segmentInfo(segmentName(copy.number), date));
    return places.map((place) => {
      const offset = copy.size;
      copy.append(source.read(place.offset, place.length));
      return { ...place, segment: copy.number, offset };
    });
  } finally {
    copy.close();
  }
}
