import { addUsage, type Usage } from "../../lib/domain/cost/usage.ts";
import type { Web } from "../../lib/ports/web.ts";
import { STACK_DEFAULTS } from "../../lib/project/stack-defaults.ts";

/** Counts what requests for pages send to the internet, which is billed; what comes in is not. */
export function fetchMeter() {
  let fetched = 0;
  return {
    /** The web with its fetches counted. */
    count: (web: Web): Web => ({
      identify: (url) => web.identify(url),
      fetch(url, limits) {
        fetched += 1;
        return web.fetch(url, limits);
      },
    }),
    /** A usage, and beside it what was sent since this was last called. */
    take(usage: Usage): Usage {
      const egressBytes = fetched * STACK_DEFAULTS.egressBytesPerPage;
      fetched = 0;
      return addUsage(usage, { egressBytes });
    },
  };
}
