import { storesOpener } from "../../functions/wiring/open-stores.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Lease, OfferedLink } from "../../lib/domain/frontier/link.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import type { JournalPosition, JournalSnapshot } from "../../lib/ports/journal.ts";
import type { PlannerStores } from "../../lib/stack/stack-ports.ts";
import { syntheticLink, syntheticUrl } from "../frontier/synthetic-link.ts";

const HOSTS = 1_000;
/** Links of a page, and those of them that no page before has. */
const LINKS = 50;
const NEW_LINKS = 10;
/** Pages between two commits, as many as a planner completes at a time. */
const PAGES_A_COMMIT = 500;

/** As a planner of a best-first crawl has it. */
export const POLICY: FrontierPolicy = {
  selection: { kind: "best" },
  merge: "greater",
  seed: 1,
  capacity: Infinity,
  leaseMs: 300_000,
  leasesOutliveProcess: true,
  connectionsPerHost: 1,
  minDelayMs: 0,
  minDelayPerAddressMs: 0,
};

/** What is left of a crawl when its planner has died. */
export interface LeftCrawl {
  readonly position: JournalPosition;
  readonly snapshot: JournalSnapshot | null;
  readonly segmentBytes: number;
  readonly snapshots: number;
  /** CPU of all snapshots, in ms. */
  readonly snapshotMs: number;
  /** Bytes of the objects of the last one. */
  readonly lastSnapshotBytes: number;
}

/**
 * Crawls pages that nobody fetched, in the stores of a planner: each has 50 links of which 10 are
 * new, and a record with what a judge says.
 */
export async function syntheticCrawl(
  blobs: Pick<BlobStore, "get" | "putNew" | "remove">,
  pages: number,
): Promise<LeftCrawl> {
  let [segmentBytes, lastSnapshotBytes, snapshots, snapshotMs] = [0, 0, 0, 0];
  const counting: typeof blobs = {
    ...blobs,
    putNew: (key, bytes) => {
      if (key.includes("snapshot-")) lastSnapshotBytes += bytes.length;
      else segmentBytes += bytes.length;
      return blobs.putNew(key, bytes);
    },
  };
  let now = Date.UTC(2026, 10, 1);
  const stores = await storesOpener(counting, { now: () => now })(POLICY, [], 1, null);
  await stores.frontier.offer(linksOf(0));
  let [position, snapshot]: [JournalPosition, JournalSnapshot | null] = [[], null];
  for (let done = 0; done < pages; ) {
    now += 60_000;
    const { leases } = await stores.frontier.draw({ limit: PAGES_A_COMMIT, now });
    for (const lease of leases) await complete(stores, lease, (done += 1), now);
    position = await stores.commit();
    if (!stores.isSnapshotDue()) continue;
    const before = process.cpuUsage();
    lastSnapshotBytes = 0;
    const begun = stores.beginSnapshot();
    await begun?.write();
    if (snapshot !== null) await stores.removeSnapshots([snapshot]);
    snapshot = begun?.snapshot ?? snapshot;
    const { user, system } = process.cpuUsage(before);
    snapshotMs += (user + system) / 1_000;
    snapshots += 1;
  }
  stores.close();
  return { position, snapshot, segmentBytes, snapshots, snapshotMs, lastSnapshotBytes };
}

async function complete(
  stores: PlannerStores,
  lease: Lease,
  page: number,
  now: number,
): Promise<void> {
  const result = { kind: "done", state: "fetched", reason: "page" } as const;
  await stores.records.put(recordOf(lease, page, now));
  await stores.frontier.settle(lease, { result, pace: lease.pace, now, links: linksOf(page) });
}

function linksOf(page: number): OfferedLink[] {
  return Array.from({ length: LINKS }, (_, index) => {
    const isNew = index < NEW_LINKS;
    const at = isNew ? page : Math.floor(page * hashToUnit(index, `page ${page}`));
    const nth = index % NEW_LINKS;
    const host = (at * 31 + nth) % HOSTS;
    const place = { host, page: at, index: nth };
    const text = syntheticUrl(place);
    return syntheticLink({
      ...place,
      priority: hashToUnit(page, text),
      group: "",
      snippet: undefined,
      why: `anchor: river ${hashToUnit(1, text).toFixed(2)}, walk ${hashToUnit(2, text).toFixed(2)}`,
    });
  });
}

function recordOf({ link }: Lease, page: number, at: number): Omit<PageRecord, "sequence"> {
  const digest = Array.from({ length: 4 }, (_, part) =>
    Math.floor(hashToUnit(part, link.url) * 2 ** 40)
      .toString(32)
      .padStart(8, "0"),
  ).join("");
  return {
    url: link.url,
    host: link.host,
    state: "fetched",
    reason: "page",
    detail: undefined,
    status: 200,
    depth: link.depth,
    layer: 0,
    parent: undefined,
    priority: link.priority,
    group: link.group,
    linkModel: link.model,
    linkWhy: link.why,
    snippet: {
      anchor: `A walk by the river ${page}`,
      before: `day ${page} of the journey we took to a small town and then`,
      after: "which is where the old mill stands that my friend wrote",
      title: `Journal of a journey, page ${page} of many`,
    },
    location: undefined,
    fetchedAt: at,
    fetchMs: 250,
    page: {
      ref: {
        segment: `pages/c1/1-${page >> 9}-0.warc.gz`,
        offset: (page % 512) * 9_000,
        length: 9_000,
        digest: `sha1:${digest}`,
      },
      mediaType: "text/html",
      bodyBytes: 30_000,
      title: `Journal of a journey, page ${page} of many`,
      language: "en",
      utility: hashToUnit(3, link.url),
      isTarget: hashToUnit(3, link.url) > 0.8,
      type: undefined,
      model: "sha256:of-the-model",
      why: `river ${hashToUnit(4, link.url).toFixed(2)}, mill ${hashToUnit(5, link.url).toFixed(2)}`,
      fields: {},
      links: LINKS,
      unusableLinks: {},
      outlinks: undefined,
      structure: undefined,
      truncated: undefined,
    },
  };
}
