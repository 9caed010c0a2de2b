/** What an audit looks at. */
export const AUDIT_CHECKS = ["conservation", "warc", "politeness", "replay"] as const;

/** One of {@link AUDIT_CHECKS}. */
export type AuditCheck = (typeof AUDIT_CHECKS)[number];

/** Something in a run that cannot be, in one line. */
export interface Violation {
  readonly check: AuditCheck;
  /** The URL concerned; the segment or the file where it is no single page's. */
  readonly url: string;
  readonly what: string;
}
