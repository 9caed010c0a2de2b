import type { RefusalRule } from "../fetch/fetch-outcome.ts";

/** The result of a request for a host's robots.txt file (RFC 9309 §2.3.1). */
export type RobotsFile =
  | { readonly kind: "found"; readonly text: string }
  /** There is no file: everything is allowed. */
  | { readonly kind: "unavailable" }
  /** The rules are unknown: nothing is allowed for now. */
  | { readonly kind: "unreachable"; readonly detail: string; readonly retryAfterMs: number }
  /** No request to the host is allowed at all. */
  | { readonly kind: "refused"; readonly rule: RefusalRule; readonly detail: string };
