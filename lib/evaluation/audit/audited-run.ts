import type { AuditedLink } from "../../domain/measures/audit/audit-evidence.ts";
import type { EndedLink } from "../../domain/measures/audit/audit-host.ts";
import type { PageRecord, StoredKind } from "../../domain/page/page-record.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { RunEvent } from "../../ports/run-log.ts";

/** The place where an answer is stored, as the index has it. */
export interface IndexedAnswer {
  readonly url: Url;
  readonly kind: StoredKind;
  /** Name of the segment. */
  readonly segment: string;
  readonly offset: number;
  readonly length: number;
}

/** A host with its completed links, in order of time. */
export interface HostLinks {
  readonly host: Host;
  readonly links: Iterable<EndedLink>;
}

/** A run as it was at one moment, read in streams: no stream is in memory as a whole. */
export interface AuditedRun {
  /** Returns all rows of the frontier; those of one URL follow each other. */
  links(): Iterable<AuditedLink>;
  linkOf(url: Url): AuditedLink | undefined;
  /** Returns the fetched links, in order of admission. */
  fetchedLinks(): Iterable<{ readonly url: Url; readonly sequence: number }>;
  /** Returns links that were found on a page, by the sequence of that page's own link. */
  linksByParent(): Iterable<{ readonly url: Url; readonly parent: number }>;
  records(): AsyncIterable<PageRecord>;
  recordOf(url: Url): Promise<PageRecord | undefined>;
  /** Returns how many links the frontier has counted under each quota. */
  quotas(): Iterable<{ readonly key: string; readonly used: number }>;
  /** Lists the stored answers in order of storing. */
  indexedAnswers(): Iterable<IndexedAnswer>;
  placeOf(kind: IndexedAnswer["kind"], url: Url): IndexedAnswer | undefined;
  hosts(): Iterable<HostLinks>;
}

/** How the starts of a run ended. */
export interface RunHistory {
  /** Some were killed: a link may have a stored page or a record without being completed. */
  readonly wereKilled: boolean;
  /** The last start ended normally: nothing is in flight. */
  readonly isIdle: boolean;
  /** Lost answers were fetched again: a page may link to other URLs than it did. */
  readonly wereRepaired: boolean;
  /** Pages were forgotten on request: what followed from them is there, and they are not. */
  readonly haveForgotten: boolean;
  /** An older version began the run, which counted no quotas of whole domains. */
  readonly wereMigrated: boolean;
  /** The last start, pause or finish. */
  readonly lastEnd: RunEvent | undefined;
}
