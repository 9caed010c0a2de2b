import { addUsage, NO_USAGE, type Usage } from "../domain/cost/cost.ts";
import { afterLoss, type Lease, type LostLink, MOST_LOST_LEASES } from "../domain/frontier/link.ts";
import type { BatchClaims } from "../ports/batch-claims.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { Ledger, SentBatch } from "../ports/ledger.ts";
import type { StackLimits } from "../project/stack-limits.ts";
import type { HarvestBatch } from "./batch-message.ts";
import type { BatchResult } from "./batch-result.ts";
import type { MostLinks } from "./pack-batches.ts";

const MB_PER_GB = 1_024;

/**
 * Returns the usage of a run that died: what it may have used at most, since nobody knows when it
 * died.
 */
function usageOfLostRun({ limits, leaseMs }: Pick<SentBatchesPorts, "limits" | "leaseMs">) {
  return {
    lambdaRuns: 1,
    lambdaGbSeconds: (limits.harvesterMb / MB_PER_GB) * (leaseMs / 1_000),
  };
}

/**
 * Time before leases expire at which a missing result counts as lost, in ms. A harvester that lives
 * has reported a minute before; a draw would return the links uncounted.
 */
const BEFORE_EXPIRY_MS = 5_000;

/** Time for which the result of a late batch is still awaited, in ms. */
const MOST_LATE_MS = 86_400_000;

/** Everything that the batches in flight are known from. */
export interface SentBatchesPorts {
  readonly frontier: Pick<Frontier, "expiring">;
  readonly sentBatches: Ledger<SentBatch["id"], SentBatch>;
  readonly lostLinks: Ledger<LostLink["sequence"], LostLink>;
  readonly claims: Pick<BatchClaims, "fateOf">;
  readonly limits: Pick<StackLimits, "harvesterMb">;
  /** Time that a lease lasts, which is the longest run of a harvester. */
  readonly leaseMs: number;
}

/** The batches without a result whose leases are about to expire. */
export interface LateBatches {
  /** Open leases of batches whose harvesters died, with the number of links of the batch. */
  readonly lost: readonly { readonly lease: Lease; readonly size: number }[];
  /** Usage of the runs that died. */
  readonly usage: Usage;
  /** Batches whose result is stored, but was not announced. */
  readonly stored: readonly string[];
}

/**
 * The batches in flight, and the links whose harvesters died. A lease counts as lost only when a
 * harvester has claimed its batch: a queue that nobody reads costs no link anything.
 */
export class SentBatches {
  readonly #ports: SentBatchesPorts;
  readonly #batches: Map<string, SentBatch>;
  /** The batch in flight of a link, by its sequence. */
  readonly #batchOf = new Map<number, string>();
  readonly #lost: Map<number, LostLink>;

  /** Reads the batches of earlier planners. */
  static async open(ports: SentBatchesPorts): Promise<SentBatches> {
    const batches = await ports.sentBatches.list();
    return new SentBatches(ports, batches, await ports.lostLinks.list());
  }

  private constructor(
    ports: SentBatchesPorts,
    batches: readonly SentBatch[],
    lost: readonly LostLink[],
  ) {
    this.#ports = ports;
    this.#batches = new Map(batches.map((batch) => [batch.id, batch]));
    this.#lost = new Map(lost.map((link) => [link.sequence, link]));
    for (const batch of batches) this.#note(batch);
  }

  /** Returns the most links that the next batch of a lease may have. */
  readonly mostOf: MostLinks = ({ link }) => this.#lost.get(link.sequence)?.most ?? Infinity;

  /** Notes a batch that is sent with the next commit. */
  async send({ id, leases }: HarvestBatch, now: number): Promise<void> {
    const links = leases.map(({ link }) => link.sequence);
    await this.#put({ id, sentAt: now, links, isLost: false });
  }

  /**
   * Notes that the result of a batch came; returns the usage to add. That is nothing when it came
   * before, and less what was counted when its run counted as lost.
   */
  async end({ id, usage }: Pick<BatchResult, "id" | "usage">): Promise<Usage> {
    const batch = this.#batches.get(id);
    if (batch === undefined) return NO_USAGE;
    await this.#remove(batch);
    if (!batch.isLost) return usage;
    const { lambdaRuns, lambdaGbSeconds } = usageOfLostRun(this.#ports);
    return addUsage(usage, { lambdaRuns: -lambdaRuns, lambdaGbSeconds: -lambdaGbSeconds });
  }

  /** Forgets the losses of a link that is processed. */
  async forget(sequence: number): Promise<void> {
    if (this.#lost.delete(sequence)) await this.#ports.lostLinks.remove(sequence);
  }

  /**
   * Counts a lost lease of a link. Returns false, and forgets the link, when it is to be given up.
   * With `isKept` it is never given up.
   */
  async lose({ link }: Lease, size: number, isKept: boolean): Promise<boolean> {
    const before = this.#lost.get(link.sequence) ?? { sequence: link.sequence, losses: 0 };
    const losses = isKept ? Math.min(before.losses, MOST_LOST_LEASES - 2) : before.losses;
    const lost = afterLoss({ ...before, losses }, size);
    if (lost === undefined) {
      await this.forget(link.sequence);
      return false;
    }
    this.#lost.set(link.sequence, lost);
    await this.#ports.lostLinks.put(lost);
    return true;
  }

  /** Takes the batches whose leases are about to expire; each is taken once. */
  async takeLate(now: number): Promise<LateBatches> {
    const { frontier, claims } = this.#ports;
    const expiring = await frontier.expiring(now + BEFORE_EXPIRY_MS);
    const late = new Set(expiring.map(({ link }) => this.#batchOf.get(link.sequence)));
    late.delete(undefined);
    if (late.size === 0) return { lost: [], usage: NO_USAGE, stored: [] };
    const open = await frontier.expiring(Infinity);
    const ofBatch = Map.groupBy(open, ({ link }) => this.#batchOf.get(link.sequence));
    const lost: { readonly lease: Lease; readonly size: number }[] = [];
    const stored: string[] = [];
    let usage = NO_USAGE;
    for (const id of late) {
      const batch = id === undefined ? undefined : this.#batches.get(id);
      if (batch === undefined) continue;
      const fate = await claims.fateOf(batch.id);
      if (fate === "done") stored.push(batch.id);
      if (fate === "claimed") {
        usage = addUsage(usage, usageOfLostRun(this.#ports));
        const size = batch.links.length;
        for (const lease of ofBatch.get(id) ?? []) lost.push({ lease, size });
      }
      await this.#takeOff(batch, fate === "claimed");
    }
    await this.#removeOld(now);
    return { lost, usage, stored };
  }

  /** Keeps a late batch without its links, for the usage of a result that may still come. */
  async #takeOff(batch: SentBatch, isLost: boolean): Promise<void> {
    this.#unnote(batch);
    await this.#put({ ...batch, links: [], isLost });
  }

  async #removeOld(now: number): Promise<void> {
    for (const batch of this.#batches.values()) {
      if (batch.sentAt < now - MOST_LATE_MS) await this.#remove(batch);
    }
  }

  async #put(batch: SentBatch): Promise<void> {
    this.#batches.set(batch.id, batch);
    this.#note(batch);
    await this.#ports.sentBatches.put(batch);
  }

  async #remove(batch: SentBatch): Promise<void> {
    this.#batches.delete(batch.id);
    this.#unnote(batch);
    await this.#ports.sentBatches.remove(batch.id);
  }

  #note({ id, links }: SentBatch): void {
    for (const sequence of links) this.#batchOf.set(sequence, id);
  }

  #unnote({ id, links }: SentBatch): void {
    for (const sequence of links) {
      if (this.#batchOf.get(sequence) === id) this.#batchOf.delete(sequence);
    }
  }
}
