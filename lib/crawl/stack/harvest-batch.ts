import type { Usage } from "../../domain/bill/usage.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import type { BatchClaims } from "../../ports/batch-claims.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { Queue } from "../../ports/queue.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "../crawl-plan.ts";
import { type Harvest, type HarvestedLink, harvestLink } from "../harvest-link.ts";
import { ResultWriter, resultKey } from "./batch-result.ts";
import { type BatchNotice, type HarvestBatch, noticeText } from "./harvest-batch-message.ts";

/** Longest wait within a batch for a host that asked for one, in ms; a longer one is the planner's. */
const MOST_WAIT_MS = 60_000;

/** Time kept back for storing what was harvested, in ms. */
const STORING_MS = 15_000;

/** Time kept back for the planner to hear of it before the first lease is over, in ms: queues may be slow. */
const TELLING_MS = 60_000;

/** The pages of one batch, kept in one object when it is closed. */
export interface BatchPages extends Pick<PageStore, "put"> {
  /** Durable when the promise resolves; nothing is stored where no page was put. */
  close(): Promise<void>;
}

/** What a harvester touches. */
export interface HarvesterPorts extends Pick<CrawlPorts, "web" | "gate" | "clock"> {
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly results: Pick<Queue, "send">;
  /** Begins an object for pages that no other delivery of the batch writes to. */
  openPages(batch: BatchNotice): BatchPages;
  readonly claims: BatchClaims;
  /** What this process used since it was last asked. */
  usage(): Usage;
}

/** What came of a delivery: `harvested` now, or before; or another delivery of the batch has it in hand. */
export type Delivery = "harvested" | "told-again" | "in-other-hands";

/**
 * Fetches the links of a batch, its hosts at one time and the links of a host one after another, and
 * tells the planner what came of them. Links whose turn does not come before `deadline` (ms since the
 * epoch) or before the leases are nearly over go back unfetched. Of a batch that is delivered again
 * nothing is fetched again: where its first harvester died the leases run out, and the planner draws anew.
 */
export async function harvestBatch(
  ports: HarvesterPorts,
  plan: CrawlPlan,
  model: TrainedModel,
  batch: HarvestBatch,
  deadline: number,
): Promise<Delivery> {
  const claim = await ports.claims.claim(batch.id);
  if (claim === "claimed-before") return "in-other-hands";
  if (claim === "done-before") {
    await ports.results.send([noticeText(batch)]);
    return "told-again";
  }
  const pages = ports.openPages(batch);
  const result = new ResultWriter();
  const turns = new Turns();
  const harvest = { ports: { ...ports, pages }, plan, model, turns, result };
  const expiresAt = Math.min(...batch.leases.map((lease) => lease.expiresAt));
  const endsBy = Math.min(deadline, expiresAt - TELLING_MS) - STORING_MS;
  const hosts = Map.groupBy(batch.leases, ({ link }) => link.host).values();
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

/** The links of one host in turn, no sooner than their host may be asked. */
async function harvestHost(
  harvest: BatchHarvest,
  leases: readonly Lease[],
  endsBy: number,
): Promise<void> {
  const { clock } = harvest.ports;
  const waiting = [...leases];
  const [first] = leases;
  let rest: Rest = { pace: first?.pace, readyAt: 0, isForRobots: false };
  for (let lease = waiting.shift(); lease !== undefined; lease = waiting.shift()) {
    const asPaced: Lease = { ...lease, pace: rest.pace ?? lease.pace };
    const startAt = Math.max(lease.startAt, rest.readyAt);
    if (!mayStart(harvest, startAt, endsBy)) {
      harvest.result.add(unfetched(asPaced, clock.now()));
      continue;
    }
    await clock.waitUntil(startAt);
    rest = await harvestNext(harvest, asPaced, rest.readyAt);
    if (rest.isForRobots) waiting.unshift(lease);
  }
}

/** How a host is to be left alone. */
interface Rest {
  readonly pace: Lease["pace"] | undefined;
  /** When it may be asked again, ms since the epoch. */
  readonly readyAt: number;
  /** The rules of the host were fetched just now: the same link's turn comes when it has rested. */
  readonly isForRobots: boolean;
}

/** Harvests a link and writes down what came of it: nobody holds the links of its page while its host rests. */
async function harvestNext(harvest: BatchHarvest, lease: Lease, readyAt: number): Promise<Rest> {
  const turn = harvest.turns.next();
  try {
    const harvested = await harvestLink(withTurn(harvest, turn), lease);
    const { pace, result, fetchedAt, fetchMs } = harvested;
    if (result.kind === "again" && result.reason === "robots-fetched") {
      return { pace, readyAt: Math.max(readyAt, result.notBefore), isForRobots: true };
    }
    harvest.result.add(harvested);
    const restedAt = Math.max(fetchedAt + fetchMs + pace.delayMs, pace.notBefore);
    // Of a host whose rules are out of reach nothing more is asked.
    const isOutOfReach = result.kind === "again" && !result.countsAsAttempt;
    return { pace, readyAt: isOutOfReach ? result.notBefore : restedAt, isForRobots: false };
  } finally {
    turn.end();
  }
}

/** Turns of reading what was fetched, in the order of its arrival. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** A turn that comes when those that came before are over. */
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
  /** Resolves when it is this one's turn. */
  come(): Promise<void>;
  end(): void;
}

/** A harvest in which the answer of the web comes when it is its turn. */
function withTurn(harvest: Harvest, turn: Turn): Harvest {
  const { web } = harvest.ports;
  return {
    ...harvest,
    ports: {
      ...harvest.ports,
      web: {
        identify: (url) => web.identify(url),
        async fetch(url, limits) {
          const outcome = await web.fetch(url, limits);
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

/** A link that goes back as it result. */
function unfetched(lease: Lease, now: number): HarvestedLink {
  const result = {
    kind: "again",
    reason: "turn-over",
    notBefore: 0,
    countsAsAttempt: false,
  } as const;
  return { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0, result };
}
