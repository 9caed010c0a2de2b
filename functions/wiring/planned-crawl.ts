import type { BlobStore } from "../../lib/ports/blob-store.ts";
import { type PlanBundle, planOf, storedBundle } from "../../lib/stack/bundle.ts";
import type { PlannedCrawl } from "../../lib/stack/stack-ports.ts";

/** A compiled plan, with its bundle. */
export interface ReadPlan extends PlannedCrawl {
  readonly bundle: PlanBundle;
}

/**
 * Creates a reader of plan bundles by key; the last one stays compiled, as a process serves one
 * crawl.
 */
export function planReader(blobs: Pick<BlobStore, "get">): (key: string) => Promise<ReadPlan> {
  let last: { readonly key: string; readonly plan: ReadPlan } | undefined;
  return async (key) => {
    if (last?.key === key) return last.plan;
    const bundle = await storedBundle(blobs, key);
    last = { key, plan: { ...(await planOf(bundle)), bundle } };
    return last.plan;
  };
}
