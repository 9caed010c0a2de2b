import type { StoredState } from "../../frontier/link.ts";
import type { Json } from "../../json.ts";
import type { PageRecord } from "../../page/page-record.ts";
import type { Host, Url } from "../../web/url/url.ts";

/** A row of the records: its columns, and the record in its JSON. */
export interface RecordRow {
  readonly url: string;
  readonly state: string;
  readonly reason: string;
  /** `null` without a page; 0 or 1 with one. */
  readonly isTarget: number | null;
  /** `null` without a page. */
  readonly bodyBytes: number | null;
  readonly record: PageRecord;
}

/** A row of the frontier with the rows that its numbers refer to. */
export interface LinkRow {
  readonly sequence: number;
  readonly url: Url;
  /** `undefined` when the host's row is missing; so are the other names below. */
  readonly host: Host | undefined;
  /** Whether the row can be found by its URL. */
  readonly hasOwnHash: boolean;
  /** `undefined` for a number that is no state. */
  readonly state: StoredState | undefined;
  readonly group: string | undefined;
  readonly model: string | undefined;
  readonly reason: string | undefined;
  readonly priority: number | null;
  readonly key: number | null;
  readonly depth: number | null;
  readonly redirects: number | null;
  readonly attempts: number | null;
  readonly leases: number | null;
  readonly notBefore: number | null;
  /** Number of columns without a value among those that only admitted links have. */
  readonly emptyColumns: number;
  readonly hasReason: boolean;
  readonly parentUrl: string | null;
  /** The parent among the links; `undefined` when it is none. */
  readonly parent:
    | { readonly url: Url; readonly depth: number; readonly state: number }
    | undefined;
  readonly snippet: string | null;
}

/** A host's row, with what the rows of its links say. */
export interface HostRow {
  readonly host: Host;
  readonly isAdmitted: number;
  /** 0 ready, 1 delayed, 2 busy, 3 parked. */
  readonly availability: number;
  /** Name of its server; `undefined` for a number that is none, `null` when it has no server. */
  readonly server: string | null | undefined;
  /** Name of the server or address where it is parked; `null` and `undefined` as for the server. */
  readonly parkedAt: string | null | undefined;
  /** Whether the place where it is parked is to call it. */
  readonly isCalled: boolean;
  readonly leased: number;
  /** All in ms, since the epoch or as a duration. */
  readonly nextAllowedAt: number;
  readonly delayMs: number;
  readonly baseDelayMs: number;
  readonly crawlDelayMs: number;
  readonly notBefore: number;
  readonly consecutiveFailures: number;
  /** Counted from the links. */
  readonly leasedLinks: number;
  readonly hasAdmittedLink: boolean;
  readonly hasLink: boolean;
}

/** A row of a server, or of its address, with what the rows of its hosts say. */
export interface ServerRow {
  readonly name: string;
  /** Name of its address; `undefined` when it has none, as an address itself. */
  readonly address: string | undefined;
  readonly hasAddress: boolean;
  /** In ms since the epoch, and as a duration. */
  readonly nextAllowedAt: number;
  readonly slowedMs: number;
  readonly leased: number;
  /** Counted from the links of its hosts. */
  readonly leasedLinks: number;
  /** 0 when no host is parked, 1 when the first is to be called, 2 when it was called. */
  readonly call: number;
}

/** The stored head of a queue, and the first link that is in the queue by the links' own rows. */
export interface QueueRow {
  readonly host: string;
  readonly group: string;
  readonly head: number | null;
  readonly key: number | null;
  readonly isReady: boolean;
  readonly isHostReady: boolean;
  readonly firstLink: number | null;
  readonly firstKey: number | null;
}

/** The tables of a run's database, in streams. */
export interface RunTables {
  records(): Iterable<RecordRow>;
  links(): Iterable<LinkRow>;
  hosts(): Iterable<HostRow>;
  servers(): Iterable<ServerRow>;
  /** Domains with the name of the server that answered last; `undefined` when there is none. */
  domains(): Iterable<{ readonly domain: string; readonly server: string | undefined }>;
  /** Rows of queues that are stored or should be, of groups that have stored queues. */
  queues(): Iterable<QueueRow>;
  /** Whether the text of a model has its hash. */
  models(): Iterable<{ readonly hash: string; readonly isAsHashed: boolean }>;
  hasModel(hash: string): boolean;
  groups(): Iterable<{ readonly name: string; readonly weight: number }>;
  facts(): Iterable<{ readonly name: string; readonly value: number }>;
  /** Events in the database; a crawl on one machine has its events in a file. */
  events(): Iterable<{ readonly at: number; readonly kind: string; readonly detail: Json }>;
}
