import type { InspectedRecord } from "../../domain/audit/inspected-record.ts";
import type { Violation } from "../../domain/audit/violation.ts";
import type { Url } from "../../domain/url/url.ts";
import type { AuditedRun, IndexedPage, Sessions } from "./audited-run.ts";

/** The segments that the pages lie in. */
export interface Segments {
  /** Bytes of a segment, 0 where there is none. */
  sizeOf(segment: string): number;
  /** Reads these bytes as one record, by a reader that shares no code with the writer. */
  inspect(place: Omit<IndexedPage, "url">): InspectedRecord;
}

/**
 * Whether each stored page can be read, is the page of its URL, fetched when its record says, and holds what
 * its digests say; and whether the segments hold nothing but these pages, one behind the other, each
 * segment led by its `warcinfo`.
 */
export async function* auditStore(
  run: Pick<AuditedRun, "indexedPages" | "recordOf">,
  segments: Segments,
  sessions: Sessions,
): AsyncGenerator<Violation, void, undefined> {
  let end: { readonly segment: string; readonly offset: number } | undefined;
  for (const page of run.indexedPages()) {
    const { url, segment, offset, length } = page;
    if (end?.segment !== segment) {
      if (end !== undefined) yield* tailFaults(segments, end);
      end = { segment, offset: 0 };
      const { kind, ...info } = segments.inspect({ segment, offset: 0, length: offset });
      if (kind === "damaged" || !("type" in info) || info.type !== "warcinfo") {
        yield fault(segment, "does not begin with a warcinfo record");
      }
    } else if (end.offset !== offset) {
      yield fault(url, `is stored at ${segment}:${offset}, the page before ends at ${end.offset}`);
    }
    end = { segment, offset: offset + length };
    for (const what of await pageFaults(run, segments.inspect(page), url, sessions)) {
      yield fault(url, `${what} (${segment}:${offset})`);
    }
  }
  // What a kill left behind the last page is cut off when the segment is opened again.
  if (end !== undefined && sessions.isAtRest) yield* tailFaults(segments, end);
}

async function pageFaults(
  run: Pick<AuditedRun, "recordOf">,
  found: InspectedRecord,
  url: Url,
  { wereKilled }: Sessions,
): Promise<readonly string[]> {
  if (found.kind === "damaged") return [found.fault];
  const faults: string[] = [];
  if (found.type !== "response") faults.push(`its record is a ${found.type}`);
  if (found.targetUri !== url) faults.push(`its record is of ${found.targetUri}`);
  const record = await run.recordOf(url);
  const ref = record?.page?.ref;
  if (record === undefined || ref === undefined) return faults;
  if (ref.digest !== found.payloadDigest)
    faults.push(`its record says ${ref.digest}, it has ${found.payloadDigest}`);
  // A page that a kill left stored is fetched again, and stays as it was.
  if (!wereKilled && record.fetchedAt !== found.date) {
    const [said, stored] = [record.fetchedAt, found.date].map((at) => new Date(at).toISOString());
    faults.push(`its record says that it was fetched at ${said}, it is stored as of ${stored}`);
  }
  return faults;
}

function* tailFaults(
  segments: Segments,
  { segment, offset }: { readonly segment: string; readonly offset: number },
): Generator<Violation, void, undefined> {
  const size = segments.sizeOf(segment);
  if (size > offset) yield fault(segment, `has ${size - offset} bytes behind its last page`);
}

function fault(url: string, what: string): Violation {
  return { check: "warc", url, what };
}
