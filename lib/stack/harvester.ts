import type { CrawlPlan, CrawlPorts, TrainedModel } from "../crawl/crawl-plan.ts";
import { type Harvest, harvestLink } from "../crawl/harvest-link.ts";
import { type HarvestedLink, refusedLink } from "../crawl/link-result.ts";
import type { PageReader } from "../crawl/read-page.ts";
import { prepare } from "../crawl/run-rules.ts";
import type { Usage } from "../domain/cost/cost.ts";
import { type Lease, turnOf } from "../domain/frontier/link.ts";
import type { Host } from "../domain/web/url/url.ts";
import type { BatchClaims } from "../ports/batch-claims.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { Queue } from "../ports/queue.ts";
import { type BatchNotice, type HarvestBatch, noticeText } from "./batch-message.ts";
import { ResultWriter, resultKey } from "./batch-result.ts";
import { planOfBatch } from "./earlier-crawls.ts";

/**
 * Longest wait within a batch for a host that asks for a delay, in ms; the planner handles longer
 * ones.
 */
const MOST_WAIT_MS = 60_000;

/** Time reserved for storing what was harvested, in ms. */
const STORING_MS = 15_000;

/**
 * Time reserved to notify the planner before the first lease expires, in ms: queues may be slow.
 */
const REPORTING_MS = 60_000;

/** The answers of one batch, kept in one object when it is closed. */
export interface BatchPages extends Pick<PageStore, "put" | "putHead"> {
  /** Stores the answers, durable when the promise resolves; stores nothing when none was put. */
  close(): Promise<void>;
}

/** Everything outside that a harvester uses. */
export interface HarvesterPorts extends Pick<CrawlPorts, "web" | "gate" | "clock"> {
  /** Lets a handler of the user act on the pages; absent where there is none. */
  readonly reader?: PageReader | undefined;
  readonly blobs: Pick<BlobStore, "get" | "putNew">;
  readonly results: Pick<Queue, "send">;
  /** Begins an object for pages that no other delivery of the batch writes to. */
  openPages(batch: BatchNotice): BatchPages;
  readonly claims: BatchClaims;
  /** Returns the resources that this process used since the last call. */
  usage(): Usage;
}

/**
 * The result of a delivery: `harvested` now, `told-again` when it was harvested before,
 * `in-other-hands` when another delivery of the batch holds it, or `too-late` when its leases end.
 */
type Delivery = "harvested" | "told-again" | "in-other-hands" | "too-late";

/**
 * Fetches the links of a batch, its hosts concurrently and the links of a host one after another.
 * Then notifies the planner of the result. Links that cannot start before `deadline` (ms since the
 * epoch), or before the leases are nearly over, go back unfetched. A batch that is delivered again
 * is not fetched again: when its first harvester died, the leases expire and the planner draws
 * again. One that comes too late to tell its result is left unclaimed, so that its links lose nothing if this
 * process dies.
 */
export async function harvestBatch(
  ports: HarvesterPorts,
  plan: CrawlPlan,
  model: TrainedModel,
  batch: HarvestBatch,
  deadline: number,
): Promise<Delivery> {
  const reportsBy = Math.min(...batch.leases.map((lease) => lease.expiresAt)) - REPORTING_MS;
  const isLate = ports.clock.now() > reportsBy;
  if (isLate && (await ports.claims.fateOf(batch.id)) === "unclaimed") return "too-late";
  const claim = await ports.claims.claim(batch.id);
  if (claim === "claimed-before") return "in-other-hands";
  if (claim === "done-before") {
    await ports.results.send([noticeText(batch)]);
    return "told-again";
  }
  const pages = ports.openPages(batch);
  const result = new ResultWriter();
  const turns = new Turns();
  const ruled = await planOfBatch(ports.blobs, plan, batch, pages);
  const harvest = { ports: { ...ports, pages }, plan: ruled, model, turns, result };
  const endsBy = Math.min(deadline, reportsBy) - STORING_MS;
  const hosts = Map.groupBy(batch.leases, turnOf).values();
  await Promise.all(Array.from(hosts, (leases) => harvestHost(harvest, leases, endsBy)));
  await pages.close();
  const { id, crawl } = batch;
  await ports.blobs.putNew(resultKey(batch), result.end({ id, crawl, usage: ports.usage() }));
  await ports.claims.finish(batch.id);
  await ports.results.send([noticeText(batch)]);
  return "harvested";
}

/** A harvest whose pages are read one after the other, and written down. */
interface BatchHarvest extends Harvest {
  readonly turns: Turns;
  readonly result: ResultWriter;
}

/**
 * Fetches the links of one host in order, or those of all hosts of one server, no sooner than they
 * may be asked. A link that its host's rules refuse waits for nothing, and leaves its slot to the
 * host's next one.
 */
async function harvestHost(
  harvest: BatchHarvest,
  leases: readonly Lease[],
  endsBy: number,
): Promise<void> {
  const { clock, gate } = harvest.ports;
  const waiting = [...leases];
  const slots = Map.groupBy(leases, ({ link }) => link.host);
  const delays = new Map<Host, Delay>();
  let serverReadyAt = 0;
  for (let lease = waiting.shift(); lease !== undefined; lease = waiting.shift()) {
    const { host, url } = lease.link;
    const before = delays.get(host);
    const asPaced: Lease = { ...lease, pace: before?.pace ?? lease.pace };
    const refusal = gate.refusal?.(url);
    if (refusal !== undefined) {
      harvest.result.add(refusedLink(asPaced, refusal, clock.now()));
      continue;
    }
    // Read before the time is checked: a late answer of the bucket may not delay a request beyond its lease.
    await prepare(harvest.plan.rules.fetch, lease);
    const slot = slots.get(host)?.[0] ?? lease;
    const startAt = Math.max(slot.startAt, serverReadyAt, before?.readyAt ?? 0);
    if (!mayStart(harvest, startAt, endsBy)) {
      harvest.result.add(unfetched(asPaced, clock.now()));
      continue;
    }
    await clock.waitUntil(startAt);
    const delay = await harvestNext(harvest, asPaced, startAt);
    // Rules that another process had fetched refused it.
    if (!delay.isForRobots && gate.refusal?.(url) !== undefined) continue;
    delays.set(host, delay);
    serverReadyAt = delay.serverReadyAt;
    if (delay.isForRobots) waiting.unshift(lease);
    else slots.get(host)?.shift();
  }
}

/** A delay before a host may be asked again. */
interface Delay {
  readonly pace: Lease["pace"];
  /** When it may be asked again, ms since the epoch. */
  readonly readyAt: number;
  /** When another host of its server may be asked, ms since the epoch. */
  readonly serverReadyAt: number;
  /** The rules of the host were fetched just now: the same link follows after the delay. */
  readonly isForRobots: boolean;
}

/**
 * Harvests a link and writes down the result: the links of its page are not in memory during the
 * delay.
 */
async function harvestNext(harvest: BatchHarvest, lease: Lease, readyAt: number): Promise<Delay> {
  const turn = harvest.turns.next();
  try {
    const harvested = await harvestLink(withTurn(harvest, turn), lease);
    const { pace, result, fetchedAt, fetchMs } = harvested;
    if (result.kind === "again" && result.reason === "robots-fetched") {
      const serverReadyAt = Math.max(readyAt, result.notBefore);
      return { pace, readyAt: serverReadyAt, serverReadyAt, isForRobots: true };
    }
    harvest.result.add(harvested);
    const serverReadyAt = Math.max(fetchedAt + fetchMs + pace.delayMs, pace.notBefore);
    // A host whose rules are out of reach is asked nothing more.
    const isOutOfReach = result.kind === "again" && !result.countsAsAttempt;
    const ownReadyAt = isOutOfReach ? result.notBefore : serverReadyAt;
    return { pace, readyAt: ownReadyAt, serverReadyAt, isForRobots: false };
  } finally {
    turn.end();
  }
}

/** A mutex for reading what was fetched, in the order of its arrival. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Returns a turn that comes when those that came before are over. */
  next(): Turn {
    let end: (() => void) | undefined;
    return {
      come: async () => {
        const before = this.#last;
        const { promise, resolve } = Promise.withResolvers<void>();
        [this.#last, end] = [promise, resolve];
        await before;
      },
      end: () => end?.(),
    };
  }
}

interface Turn {
  /** Resolves when this turn comes. */
  come(): Promise<void>;
  end(): void;
}

/** Makes a harvest in which the answer of the web waits for its turn. */
function withTurn(harvest: Harvest, turn: Turn): Harvest {
  const { web } = harvest.ports;
  return {
    ...harvest,
    ports: {
      ...harvest.ports,
      web: {
        identify: (url) => web.identify(url),
        addressOf: (host) => web.addressOf?.(host),
        async fetch(url, limits, ...how) {
          const outcome = await web.fetch(url, limits, ...how);
          await turn.come();
          return outcome;
        },
      },
    },
  };
}

function mayStart({ ports, plan }: Harvest, startAt: number, endsBy: number): boolean {
  const now = ports.clock.now();
  const isSoon = startAt - now <= MOST_WAIT_MS;
  return isSoon && Math.max(startAt, now) + plan.limits.timeoutMs <= endsBy;
}

/** Returns a link that was not fetched, as its result. */
function unfetched(lease: Lease, now: number): HarvestedLink {
  const result = {
    kind: "again",
    reason: "turn-over",
    notBefore: 0,
    countsAsAttempt: false,
  } as const;
  return { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0, result };
}
