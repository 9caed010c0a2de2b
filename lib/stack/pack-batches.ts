/** Packs drawn links into batches, as many as fit a window of time. */
import type { BatchWindow } from "../domain/frontier/host-schedule.ts";
import { type Lease, turnOf } from "../domain/frontier/link.ts";
import {
  BATCH_WINDOW,
  MOST_HOSTS_OF_BATCH,
  MOST_STEP,
  SPREAD_HOSTS,
} from "../project/stack-limits.ts";
import type { HarvestBatch } from "./batch-message.ts";

/** Returns the most links that the batch of a lease may have; `Infinity` when it never lost one. */
export type MostLinks = (lease: Lease) => number;

/** A batch that is being filled. */
interface OpenBatch {
  readonly leases: Lease[];
  hosts: number;
  most: number;
}

/**
 * Divides leases of {@link keepTogether} into batches. The leases of a host or of a server stay
 * together and in order, and each batch takes hosts until it is full. Hosts that end at about the same
 * time share a batch: the function that fetches it is paid until its last host has ended. Links that
 * lost leases are in batches of their own. A batch of several hosts has at most `mostPages`, which
 * fit its function's memory.
 */
export function packBatches(
  leases: readonly Lease[],
  rest: Omit<HarvestBatch, "leases" | "id">,
  idOf: (index: number) => string,
  mostOf: MostLinks,
  mostPages: number,
): HarvestBatch[] {
  const batches: OpenBatch[] = [];
  const open = new Map<boolean, OpenBatch>();
  for (const ofHost of hostsByEnd(leases)) {
    const allowed = Math.min(...ofHost.map(mostOf));
    const wasLost = allowed < Infinity;
    const most = Math.min(mostPages, allowed, open.get(wasLost)?.most ?? Infinity);
    let batch = open.get(wasLost);
    if (
      batch === undefined ||
      batch.hosts === MOST_HOSTS_OF_BATCH ||
      batch.leases.length + ofHost.length > most
    ) {
      batch = { leases: [], hosts: 0, most: mostPages };
      open.set(wasLost, batch);
      batches.push(batch);
    }
    batch.leases.push(...ofHost);
    batch.hosts += 1;
    batch.most = Math.min(batch.most, allowed);
  }
  return batches.map((each, index) => ({ ...rest, id: idOf(index), leases: each.leases }));
}

/** Returns the leases of each host or server, those that start their last one first at the front. */
function hostsByEnd(leases: readonly Lease[]): Lease[][] {
  const lastStart = (ofHost: readonly Lease[]) =>
    ofHost.reduce((latest, { startAt }) => Math.max(latest, startAt), 0);
  return [...Map.groupBy(leases, turnOf).values()]
    .map((ofHost) => ({ ofHost, end: lastStart(ofHost) }))
    .sort((a, b) => a.end - b.end)
    .map(({ ofHost }) => ofHost);
}

/** The leases of a draw that are sent now, and those that go back unfetched. */
interface Together {
  readonly sent: readonly Lease[];
  readonly back: readonly Lease[];
}

/**
 * Chooses the leases of each host or server that may be in one batch, since no two batches may ask it
 * at the same time. Its first lease decides whether links that lost leases are sent now.
 */
export function keepTogether(leases: readonly Lease[], mostOf: MostLinks): Together {
  const sent: Lease[] = [];
  const back: Lease[] = [];
  for (const ofHost of Map.groupBy(leases, turnOf).values()) {
    const [first] = ofHost;
    let most = first === undefined ? Infinity : mostOf(first);
    const wasLost = most < Infinity;
    let kept = 0;
    for (const lease of ofHost) {
      const allowed = mostOf(lease);
      const fits = wasLost === allowed < Infinity && kept < Math.min(most, allowed);
      (fits ? sent : back).push(lease);
      if (!fits) continue;
      kept += 1;
      most = Math.min(most, allowed);
    }
  }
  return { sent, back };
}

/** Returns the window of a draw of so many links. */
export function batchWindow(links: number): BatchWindow {
  const even = Math.ceil(links / SPREAD_HOSTS);
  return { ...BATCH_WINDOW, step: Math.max(1, Math.min(MOST_STEP, even)) };
}
