import type { BatchPages } from "../../lib/stack/harvester.ts";

/** Pages of a batch that are named and not stored; `closing` runs when the batch closes them. */
export function namedPages(closing: () => Promise<void>): BatchPages {
  return {
    put: async ({ url }) => ({ segment: url, offset: 0, length: 1, digest: "" }),
    putHead: async () => undefined,
    close: closing,
  };
}
