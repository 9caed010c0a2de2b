import type { HostGate } from "../../../ports/host-gate.ts";

/** The gate of a recorded web: its hosts were asked when it was recorded, and nobody is asked now. */
export const openGate: HostGate = {
  admit: async () => ({ kind: "allowed", crawlDelayMs: undefined }),
  sitemaps: () => [],
};
