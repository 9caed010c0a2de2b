/** The checks of an audit. */
const AUDIT_CHECKS = [
  "conservation",
  "warc",
  "politeness",
  "replay",
  "signals",
  "assessor",
  "database",
  "files",
] as const;

/** One of {@link AUDIT_CHECKS}. */
export type AuditCheck = (typeof AUDIT_CHECKS)[number];

/** An impossible or forbidden fact in a run, in one line. */
export interface Violation {
  readonly check: AuditCheck;
  /** The URL concerned; the segment or file when no single page is concerned. */
  readonly url: string;
  readonly what: string;
}
