import type { PlannedCrawl } from "../lib/crawl/stack/stack-ports.ts";
import { DowserError } from "../lib/errors.ts";
import { type PlanBundle, parseBundle, planOf } from "../lib/plan/plan-bundle.ts";
import type { BlobStore } from "../lib/ports/blob-store.ts";

/** A plan, compiled, with the bundle that it was made of. */
export interface ReadPlan extends PlannedCrawl {
  readonly bundle: PlanBundle;
}

/** Reads plan bundles by their keys; the last one is kept compiled, as a process serves one crawl. */
export function planReader(blobs: Pick<BlobStore, "get">): (key: string) => Promise<ReadPlan> {
  let last: { readonly key: string; readonly plan: ReadPlan } | undefined;
  return async (key) => {
    if (last?.key === key) return last.plan;
    const bytes = await blobs.get(key);
    if (bytes === undefined) throw missing(key);
    const bundle = parseBundle(new TextDecoder().decode(bytes));
    last = { key, plan: { ...planOf(bundle), bundle } };
    return last.plan;
  };
}

function missing(key: string): DowserError {
  return new DowserError(`the plan ${key} is gone`, {
    code: "plan-missing",
    reaction: "stop-crawl",
    value: key,
    mend: "start the crawl anew with dowser start; nobody but dowser destroy should empty the bucket",
  });
}
