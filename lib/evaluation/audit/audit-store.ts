import type { InspectedRecord } from "../../domain/measures/audit/audit-evidence.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { type PageRecord, storedRef } from "../../domain/page/page-record.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { aliasKey } from "../../domain/web/url/twin-names.ts";
import { isPageWall } from "../../domain/web/walls/wall.ts";
import type { AuditedRun, IndexedAnswer, RunHistory } from "./audited-run.ts";

/** The segments that hold the pages. */
export interface Segments {
  /** Returns the bytes of a segment, 0 when there is no such segment. */
  sizeOf(segment: string): number;
  /** Reads these bytes as one record, by a reader that shares no code with the writer. */
  inspect(place: Omit<IndexedAnswer, "url" | "kind">): InspectedRecord;
}

/**
 * Checks each stored answer. It can be read, is the answer of its URL, was fetched when its record
 * says, says the same as its record, and matches its digests. The segments hold nothing but these
 * answers, one after the other, and each segment begins with its `warcinfo`.
 */
export async function* auditStore(
  run: Pick<AuditedRun, "indexedAnswers" | "recordOf">,
  segments: Segments,
  history: RunHistory,
): AsyncGenerator<Violation, void, undefined> {
  let end: { readonly segment: string; readonly offset: number } | undefined;
  for (const answer of run.indexedAnswers()) {
    const { url, segment, offset, length } = answer;
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
    const found = segments.inspect(answer);
    for (const what of faultsOfAnswer(answer, found, await run.recordOf(url), history)) {
      yield fault(url, `${what} (${segment}:${offset})`);
    }
    for (const what of await faultsOfRevisit(found, run)) {
      yield fault(url, `${what} (${segment}:${offset})`);
    }
  }
  // Bytes that a kill left behind the last page are cut off when the segment is opened again.
  if (end !== undefined && history.isIdle) yield* tailFaults(segments, end);
}

function* faultsOfAnswer(
  { kind, url }: Pick<IndexedAnswer, "kind" | "url">,
  found: InspectedRecord,
  record: PageRecord | undefined,
  { wereKilled }: RunHistory,
): Generator<string, void, undefined> {
  if (found.kind === "damaged") {
    yield found.fault;
    return;
  }
  if (!TYPES[kind].has(found.type)) yield `its record is a ${found.type}`;
  if (found.targetUri !== url) yield `its record is of ${found.targetUri}`;
  const isHeadOnly = kind === "head" && !(record !== undefined && isReadWhole(record));
  if ((found.truncated === HEAD_ONLY) !== isHeadOnly) {
    yield isHeadOnly ? "is stored with a body" : "is stored without its body";
  }
  const ref = record && storedRef(record, kind);
  if (record === undefined || ref === undefined) return;
  if (ref.digest !== found.bodyDigest)
    yield `its record says ${ref.digest}, it has ${found.bodyDigest}`;
  // An answer that was stored before a kill is fetched again, and the stored copy stays.
  if (wereKilled) return;
  if (record.fetchedAt !== found.date) {
    const [said, stored] = [record.fetchedAt, found.date].map((at) => new Date(at).toISOString());
    yield `its record says that it was fetched at ${said}, it is stored as of ${stored}`;
  }
  yield* faultsOfContent(record, found);
}

/** Types of the WARC records that answers of a kind are stored in. */
const TYPES: Readonly<Record<IndexedAnswer["kind"], ReadonlySet<string>>> = {
  page: new Set(["response", "revisit"]),
  rendered: new Set(["conversion"]),
  head: new Set(["response", "revisit"]),
};

/** Returns whether an answer without a page is stored whole, as a replay reads it again: a feed, or a wall. */
function isReadWhole(record: PageRecord): boolean {
  return (record.feed !== undefined && record.status !== NOT_MODIFIED) || isPageWall(record);
}

/** Checks that the body of a revisit is that of the page that it refers to. */
async function faultsOfRevisit(
  found: InspectedRecord,
  run: Pick<AuditedRun, "recordOf">,
): Promise<readonly string[]> {
  if (found.kind === "damaged" || found.type !== "revisit") return [];
  const original = canonicalUrl(found.refersTo);
  const ref = original.ok ? (await run.recordOf(original.url))?.page?.ref : undefined;
  if (ref?.digest === found.bodyDigest) return [];
  return [`refers to the body of ${found.refersTo}, which has ${ref?.digest ?? "none"}`];
}

const NOT_MODIFIED = 304;

/** `WARC-Truncated` of an answer whose body was not kept. */
const HEAD_ONLY = "unspecified";

/** Compares a record with the status, the redirect and the length of the stored answer. */
function* faultsOfContent(
  { url, status, location, page }: PageRecord,
  { http }: Extract<InspectedRecord, { kind: "record" }>,
): Generator<string, void, undefined> {
  if (http === undefined) return;
  if (status !== http.status)
    yield `its record says status ${status}, it is stored with ${http.status}`;
  if (page !== undefined && page.bodyBytes !== http.bodyBytes)
    yield `its record says ${page.bodyBytes} bytes, ${http.bodyBytes} are stored`;
  if (location === undefined) return;
  const target = canonicalUrl(http.location ?? "", url);
  // A recorded web may know the target by an alias.
  if (!target.ok || aliasKey(target.url) !== aliasKey(location))
    yield `its record says that it redirects to ${location}, the answer to ${http.location}`;
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
