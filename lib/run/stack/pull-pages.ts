import { join } from "node:path";
import { openWarcMemberStore } from "../../adapters/files/warc-page-store.ts";
import type { PageIndex } from "../../adapters/page-index.ts";
import { PRICES } from "../../domain/cost/cost.ts";
import { answerRef, type PageRecord, type PageRef } from "../../domain/page/page-record.ts";
import { fail } from "../../errors.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { RUN_FILES } from "../folder/run-database.ts";

/** The answers to copy: all, those of target pages, or none. */
export type PulledAnswers = "all" | "targets" | "none";

/** The records whose answers are fetched, and the place for the answers. */
export interface PulledPages {
  readonly blobs: Pick<BlobStore, "get">;
  readonly records: RecordStore;
  /** Index of the run's segments, without a page yet. */
  readonly index: PageIndex;
  /** Directory of the run. */
  readonly directory: string;
  readonly answers: PulledAnswers;
  /** Bytes after which a new segment is begun, when they differ from those of every run. */
  readonly maxSegmentBytes?: number;
}

/** Some answers, and their compressed bytes. */
interface CountedAnswers {
  answers: number;
  bytes: number;
}

/** What was copied, and what stays in the stack only. */
export interface PullExtent {
  readonly copied: Readonly<CountedAnswers>;
  readonly left: Readonly<CountedAnswers>;
}

/**
 * Most bytes between two answers that are read in one request: to transfer them costs as much as
 * another request.
 */
const MAX_GAP = Math.floor((PRICES.s3Read / PRICES.egressGb) * 1e9);

/**
 * Copies answers, pages or response heads, from the objects of a stack into the segments of a run,
 * in order of the records. Records get the new place of their answers; those of other answers keep
 * the place in the stack. Answers that no record names are left out: they are of a batch that was
 * harvested again. Calls `told` for each record. Holds one object at a time: the pages of a batch
 * are recorded one after the other.
 * @throws DowserError `stack-object-damaged`, `page-not-written`
 */
export async function pullPages(
  { blobs, records, index, directory, answers, ...options }: PulledPages,
  told: (record: PageRecord) => void,
): Promise<PullExtent> {
  const members = openWarcMemberStore(join(directory, RUN_FILES.pages), { index, ...options });
  const [copied, left] = [noAnswers(), noAnswers()];
  try {
    for await (const { key, answered } of byObject(records.list(), told)) {
      const wanted = answered.filter(({ record }) => isWanted(record, answers));
      const read = await readMembers(
        blobs,
        key,
        wanted.map(({ at }) => at),
      );
      for (const { record, at } of answered) {
        const member = read.get(at);
        count(member === undefined ? left : copied, at);
        if (member === undefined) continue;
        const { url, page, fetchedAt } = record;
        const kind = page === undefined ? "head" : "page";
        const place = await members.put(kind, url, member, fetchedAt);
        const ref = { ...place, digest: at.digest };
        const placed = page === undefined ? { response: ref } : { page: { ...page, ref } };
        await records.put({ ...record, ...placed });
      }
    }
  } finally {
    members.close();
  }
  return { copied, left };
}

function noAnswers(): CountedAnswers {
  return { answers: 0, bytes: 0 };
}

function count(counted: CountedAnswers, { length }: PageRef): void {
  counted.answers += 1;
  counted.bytes += length;
}

function isWanted({ page }: PageRecord, answers: PulledAnswers): boolean {
  return answers === "all" || (answers === "targets" && page?.isTarget === true);
}

/** A record, and the place of its answer in the stack. */
interface AnsweredRecord {
  readonly record: PageRecord;
  readonly at: PageRef;
}

/** Groups consecutive records whose answers are in the same object; leaves out those without one. */
async function* byObject(
  records: AsyncIterable<PageRecord>,
  told: (record: PageRecord) => void,
): AsyncGenerator<{ readonly key: string; readonly answered: readonly AnsweredRecord[] }> {
  let answered: AnsweredRecord[] = [];
  let key = "";
  for await (const record of records) {
    told(record);
    const at = answerRef(record);
    if (at === undefined) continue;
    if (at.segment !== key && answered.length > 0) {
      yield { key, answered };
      answered = [];
    }
    key = at.segment;
    answered.push({ record, at });
  }
  if (answered.length > 0) yield { key, answered };
}

/** Reads the members of an object at some places: those near each other in one request. */
async function readMembers(
  blobs: Pick<BlobStore, "get">,
  key: string,
  places: readonly PageRef[],
): Promise<ReadonlyMap<PageRef, Buffer>> {
  const spans = spansOf(places);
  const read = await Promise.all(spans.map(({ range }) => blobs.get(key, range)));
  const members = spans.flatMap(({ range, places: inside }, span) => {
    const bytes = read[span];
    if (bytes === undefined) throw fail("stack-object-damaged", { key, fault: "is gone" });
    if (bytes.length < range.length)
      throw fail("stack-object-damaged", { key, fault: "ends within a page" });
    return inside.map((at): [PageRef, Buffer] => {
      const from = bytes.byteOffset + at.offset - range.offset;
      return [at, Buffer.from(bytes.buffer, from, at.length)];
    });
  });
  return new Map(members);
}

/** A part of an object to read at once, and the places in it. */
interface Span {
  readonly range: { readonly offset: number; length: number };
  readonly places: PageRef[];
}

function spansOf(places: readonly PageRef[]): readonly Span[] {
  const spans: Span[] = [];
  for (const at of places.toSorted((a, b) => a.offset - b.offset)) {
    const last = spans.at(-1);
    if (last !== undefined && at.offset - endOf(last) <= MAX_GAP) {
      last.range.length = at.offset + at.length - last.range.offset;
      last.places.push(at);
    } else {
      const { offset, length } = at;
      spans.push({ range: { offset, length }, places: [at] });
    }
  }
  return spans;
}

function endOf({ range }: Span): number {
  return range.offset + range.length;
}
