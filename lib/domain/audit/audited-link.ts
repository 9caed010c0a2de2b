import type { LinkState } from "../frontier/link.ts";
import type { Host, Url } from "../url/url.ts";

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
  /** The link names a parent that the frontier does not have. */
  readonly isOrphan: boolean;
}
