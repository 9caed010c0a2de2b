import type { BatchClaims, BatchFate } from "../../lib/ports/batch-claims.ts";

/** Claims for as long as the process lasts. */
export function memoryBatchClaims(): BatchClaims {
  const fates = new Map<string, BatchFate>();
  return {
    async claim(batch) {
      const fate = fates.get(batch);
      if (fate === undefined) fates.set(batch, "claimed");
      if (fate === undefined) return "first";
      return fate === "done" ? "done-before" : "claimed-before";
    },
    async finish(batch) {
      fates.set(batch, "done");
    },
    async fateOf(batch) {
      return fates.get(batch) ?? "unclaimed";
    },
  };
}
