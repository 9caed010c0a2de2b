import { createHash } from "node:crypto";
import { fail } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { JournalSnapshot } from "../ports/journal.ts";
import { readJson } from "./batch-message.ts";
import { parseEnded } from "./stack-registers.ts";
import type { EndedCrawl, PlannerState, RecrawlState } from "./stack-state.ts";

/**
 * Keeps the crawl of a planner, which has ended, behind those that it came back to itself: what a
 * recrawl needs of them. They are in an object of their own, as they are read when a planner begins
 * and not with each round; it is written before the state that names it. Returns its key.
 */
export async function keepEnded(
  blobs: Pick<BlobStore, "get" | "putNew">,
  { crawl, journal, snapshots, status, recrawl }: PlannerState,
): Promise<string> {
  const last: EndedCrawl = { crawl, journal, snapshot: snapshots.current, status, recrawl };
  const text = JSON.stringify([...(await readEnded(blobs, recrawl)), last]);
  const key = `journal/ended-${createHash("sha256").update(text).digest("hex")}.json`;
  await blobs.putNew(key, Buffer.from(text));
  return key;
}

/**
 * Reads the crawls that a recrawl comes back to, the first one first; none where it is no recrawl.
 * @throws DowserError `stack-state-damaged`, `ended-crawls-gone`
 */
export async function readEnded(
  blobs: Pick<BlobStore, "get">,
  recrawl: RecrawlState | null,
): Promise<readonly EndedCrawl[]> {
  if (recrawl === null) return [];
  const { earlier: key } = recrawl;
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("ended-crawls-gone", { key });
  const text = Buffer.from(bytes).toString();
  return parseEnded(
    readJson(() => text, `the crawls ${key}`, text),
    key,
  );
}

/** Returns the snapshots of crawls that nothing comes back to any more. */
export function snapshotsOfEnded(ended: readonly EndedCrawl[]): readonly JournalSnapshot[] {
  return ended.flatMap(({ snapshot }) => snapshot ?? []);
}
