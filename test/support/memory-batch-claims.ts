import type { BatchClaims } from "../../lib/ports/batch-claims.ts";

/** Claims for as long as the process lasts. */
export function memoryBatchClaims(): BatchClaims {
  const claimed = new Map<string, "claimed-before" | "done-before">();
  return {
    async claim(batch) {
      const known = claimed.get(batch);
      if (known === undefined) claimed.set(batch, "claimed-before");
      return known ?? "first";
    },
    async finish(batch) {
      claimed.set(batch, "done-before");
    },
  };
}
