import type { InspectedRecord } from "../../domain/audit/audit-evidence.ts";
import type { Violation } from "../../domain/audit/violation.ts";
import type { Url } from "../../domain/url/url.ts";
import type { AuditedRun, IndexedPage, Sessions } from "./audited-run.ts";

/** The segments that hold the pages. */
export interface Segments {
  /** Returns the bytes of a segment, 0 when there is no such segment. */
  sizeOf(segment: string): number;
  /** Reads these bytes as one record, by a reader that shares no code with the writer. */
  inspect(place: Omit<IndexedPage, "url">): InspectedRecord;
}

/**
 * Checks each stored page. It can be read, is the page of its URL, was fetched when its record
 * says, and matches its digests. The segments hold nothing but these pages, one after the other,
 * and each segment begins with its `warcinfo`.
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
  // Bytes that a kill left behind the last page are cut off when the segment is opened again.
  if (end !== undefined && sessions.isIdle) yield* tailFaults(segments, end);
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
  // A page that was stored before a kill is fetched again, and the stored copy stays.
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
