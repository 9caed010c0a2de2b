import { DowserError } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { type PlanBundle, parseBundle } from "./plan-bundle.ts";

/**
 * The bundle that a stack keeps under a key.
 * @throws DowserError `plan-missing`, `plan-damaged`
 */
export async function storedBundle(
  blobs: Pick<BlobStore, "get">,
  key: string,
): Promise<PlanBundle> {
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw missing(key);
  return parseBundle(new TextDecoder().decode(bytes));
}

function missing(key: string): DowserError {
  return new DowserError(`the plan ${key} is gone`, {
    code: "plan-missing",
    reaction: "stop-crawl",
    value: key,
    hint: "start the crawl again with dowser start; only dowser destroy should empty the bucket",
  });
}
