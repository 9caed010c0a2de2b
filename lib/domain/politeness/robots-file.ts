import type { RefusalRule } from "../fetch/fetch-outcome.ts";

/** What asking for a host's robots.txt file came to (RFC 9309 §2.3.1). */
export type RobotsFile =
  | { readonly kind: "found"; readonly text: string }
  /** There is none: everything is allowed. */
  | { readonly kind: "unavailable" }
  /** It cannot be known: nothing is allowed for now. */
  | { readonly kind: "unreachable"; readonly detail: string; readonly retryAfterMs: number }
  /** The host itself may not be asked at all. */
  | { readonly kind: "refused"; readonly rule: RefusalRule; readonly detail: string };
