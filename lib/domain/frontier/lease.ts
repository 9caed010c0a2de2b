import type { Lease, LinkSummary } from "./link.ts";

/** A lease that has not ended, with its link in its current state. */
interface OpenLease {
  readonly id: Lease["id"];
  readonly link: LinkSummary;
  /** Ms since the epoch; -∞ for a lease that the next draw ends. */
  readonly expiresAt: number;
}

/** Returns the id of the n-th lease of a link: no other lease of the crawl has this id. */
export function leaseId(sequence: number, n: number): Lease["id"] {
  return `${sequence}.${n}`;
}

/** The open leases of a crawl, in the order of drawing. */
export class OpenLeases {
  readonly #byId = new Map<Lease["id"], OpenLease>();

  add(lease: OpenLease): void {
    this.#byId.set(lease.id, lease);
  }

  /** Returns false for a lease that was settled, has expired at a draw, or was never given. */
  has(id: Lease["id"]): boolean {
    return this.#byId.has(id);
  }

  /** Removes a lease and returns it; `undefined` if it is not open. */
  end(id: Lease["id"]): OpenLease | undefined {
    const lease = this.#byId.get(id);
    this.#byId.delete(id);
    return lease;
  }

  /** Returns all leases that expire by a moment (ms since the epoch). */
  expiring(by: number): readonly OpenLease[] {
    return [...this.#byId.values()].filter(({ expiresAt }) => expiresAt <= by);
  }

  /** Removes and returns all leases that have expired by `now` (ms since the epoch). */
  expire(now: number): readonly OpenLease[] {
    const expired = this.expiring(now);
    for (const { id } of expired) this.#byId.delete(id);
    return expired;
  }

  /**
   * Returns when the first lease expires, in ms since the epoch; `undefined` if no lease is open.
   */
  nextExpiry(): number | undefined {
    let next: number | undefined;
    for (const { expiresAt } of this.#byId.values()) {
      if (next === undefined || expiresAt < next) next = expiresAt;
    }
    return next;
  }
}

/** Leases that a link may lose before it is given up. */
export const MOST_LOST_LEASES = 3;

/** A link whose harvesters died. */
export interface LostLink {
  /** `sequence` of the link. */
  readonly sequence: number;
  /** Number of leases that it has lost so far. */
  readonly losses: number;
  /** Most links in its next batch. */
  readonly most: number;
}

/**
 * Returns a link after its harvester died with a batch of `size` links; `undefined` when the link
 * is given up. Nobody knows which link of a dead batch killed the harvester. So the next batches
 * have the square root of the links, and those after them one each. Only a link that lost its last
 * lease alone is given up, and of n neighbours no more than √n are asked three times.
 */
export function afterLoss(
  { sequence, losses }: Pick<LostLink, "sequence" | "losses">,
  size: number,
): LostLink | undefined {
  const lost = losses + 1;
  if (lost >= MOST_LOST_LEASES) return undefined;
  const most = lost < MOST_LOST_LEASES - 1 ? Math.ceil(Math.sqrt(size)) : 1;
  return { sequence, losses: lost, most };
}
