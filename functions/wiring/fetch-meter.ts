import { addUsage, type Usage } from "../../lib/domain/cost/cost.ts";
import type { Web } from "../../lib/ports/web.ts";
import { EGRESS_BYTES_A_PAGE } from "../../lib/project/stack-limits.ts";

/**
 * Counts the bytes that page requests send to the internet, which are billed; received bytes are
 * not.
 */
export function fetchMeter() {
  let fetched = 0;
  return {
    /** Returns the web with its fetches counted. */
    count: (web: Web): Web => ({
      identify: (url) => web.identify(url),
      addressOf: (host) => web.addressOf?.(host),
      fetch(...request) {
        fetched += 1;
        return web.fetch(...request);
      },
    }),
    /** Returns a usage plus the bytes sent since the last call. */
    take(usage: Usage): Usage {
      const egressBytes = fetched * EGRESS_BYTES_A_PAGE;
      fetched = 0;
      return addUsage(usage, { egressBytes });
    },
  };
}
