import type { HostGate } from "../../../ports/host-gate.ts";

/**
 * The gate of a recorded web: its hosts were asked during the recording, so no request is made now.
 */
export const openGate: HostGate = {
  admit: async () => ({ kind: "allowed", crawlDelayMs: undefined }),
  sitemaps: () => [],
};
