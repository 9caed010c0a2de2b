import type { EndedLink } from "../../domain/audit/audit-host.ts";
import type { AuditedLink } from "../../domain/audit/audited-link.ts";
import type { PageRecord } from "../../domain/fetch/page-record.ts";
import type { Host, Url } from "../../domain/url/url.ts";

/** Where a page is indexed. */
export interface IndexedPage {
  readonly url: Url;
  /** Name of the segment. */
  readonly segment: string;
  readonly offset: number;
  readonly length: number;
}

/** A host with its ended links, in order of time. */
export interface HostLinks {
  readonly host: Host;
  readonly links: Iterable<EndedLink>;
}

/** A run as it stood at one moment, read in streams: none of them is in memory whole. */
export interface AuditedRun {
  /** All rows of the frontier; those of one URL stand together. */
  links(): Iterable<AuditedLink>;
  linkOf(url: Url): AuditedLink | undefined;
  records(): AsyncIterable<PageRecord>;
  recordOf(url: Url): Promise<PageRecord | undefined>;
  /** How many links the frontier has counted under each quota. */
  quotas(): Iterable<{ readonly key: string; readonly used: number }>;
  /** In order of storing. */
  indexedPages(): Iterable<IndexedPage>;
  placeOf(url: Url): IndexedPage | undefined;
  hosts(): Iterable<HostLinks>;
}

/** How the sessions of a run ended. */
export interface Sessions {
  /** Some were killed: a page may be stored, or a record written, of a link that was not settled yet. */
  readonly wereKilled: boolean;
  /** The last one came to its end: nothing is on its way. */
  readonly isAtRest: boolean;
}
