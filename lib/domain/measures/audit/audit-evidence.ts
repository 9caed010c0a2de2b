import type { LinkState } from "../../frontier/link.ts";
import type { Host, Url } from "../../web/url/url.ts";

/** A row of the frontier. */
export interface AuditedLink {
  readonly url: Url;
  readonly host: Host;
  readonly state: LinkState;
  /** As in reports; `""` while the link waits or is leased. */
  readonly reason: string;
  /** False for a link that was refused when it was offered. */
  readonly isAdmitted: boolean;
  /** Leases given so far. */
  readonly leases: number;
  /** 0 for a link that was not admitted. */
  readonly depth: number;
  readonly group: string;
  /** Redirects on the way to it. */
  readonly redirects: number;
  /** The link names a parent that the frontier does not have. */
  readonly isOrphan: boolean;
}

/**
 * The findings of a reader that shares no code with the writer, at the place where a page is
 * stored.
 */
export type InspectedRecord =
  | {
      readonly kind: "record";
      /** `response`, `warcinfo` … */
      readonly type: string;
      /** `""` when the record has no target URI. */
      readonly targetUri: string;
      /** WARC-Date, in ms since the epoch. */
      readonly date: number;
      /** Of the body without content coding: as written in the record, and verified; `""` when the record has no digest. */
      readonly bodyDigest: string;
      /** Of a `response`: status, Location and length of the body; `undefined` in other records. */
      readonly http:
        | {
            readonly status: number;
            readonly location: string | undefined;
            readonly bodyBytes: number;
          }
        | undefined;
      /** URL of the record that has the body of a `revisit`; `""` in other records. */
      readonly refersTo: string;
      /** `WARC-Truncated`; `""` for a whole body. */
      readonly truncated: string;
    }
  | { readonly kind: "damaged"; readonly fault: string };
