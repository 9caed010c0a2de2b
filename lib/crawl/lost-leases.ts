/** Links in whose leases the process of a crawl on one machine died: some are fetched alone, some are given up. */
import { afterLoss, type Lease, type LostLink, MOST_LOST_LEASES } from "../domain/frontier/link.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { CrawlPorts } from "./crawl-plan.ts";
import { PAGE_ERROR } from "./harvest-link.ts";
import { done, type HarvestedLink } from "./link-result.ts";

/** `most` of a link that is asked for with nothing beside it. */
const ASKED_ALONE = 0;

/** `most` of a link whose answer is read with nothing beside it: if the process dies now, this is why. */
const READ_ALONE = -1;

/**
 * Deaths, with those before, after which a link that was only asked for alone is given up, too. To wait for a host does
 * no harm and takes long, so most of these deaths come from outside.
 */
const MOST_ASKED = 10;

/** The row, of no link, that says that no link is at fault if the process ends now. */
const EXCUSE: LostLink = { sequence: 0, losses: 0, most: 0 };

/** What the losses are known from. */
interface LostLeasesPorts {
  readonly frontier: Pick<Frontier, "expiring">;
  /** Durable when a promise resolves; absent when leases end with the stores. */
  readonly lostLinks?: Ledger<LostLink["sequence"], LostLink> | undefined;
}

/** An open lease of a link that is to be given up, with the number of deaths. */
interface GivenUp {
  readonly lease: Lease;
  readonly losses: number;
}

/** The links in whose leases the process died, and how many may be in flight beside them. */
export class LostLeases {
  /** The link that is to be given up, if there is one. */
  readonly givenUp: GivenUp | undefined;
  readonly #ledger: LostLeasesPorts["lostLinks"];
  readonly #lost: Map<number, LostLink>;
  /** Those in flight. */
  readonly #begun = new Set<number>();

  /**
   * Counts the leases that a dead process left, before the first draw ends them. Nobody knows which of several links
   * was at fault: so next time fewer of them are in flight at once, then each alone, and only a link whose answer was
   * read alone when the process died for the third time is given up.
   */
  static async open({ frontier, lostLinks }: LostLeasesPorts): Promise<LostLeases> {
    if (lostLinks === undefined) return new LostLeases(lostLinks, new Map());
    const lost = new Map((await lostLinks.list()).map((link) => [link.sequence, link]));
    const open = lost.delete(EXCUSE.sequence) ? [] : await frontier.expiring(Infinity);
    await lostLinks.remove(EXCUSE.sequence);
    const keep = async (link: LostLink) => {
      lost.set(link.sequence, link);
      await lostLinks.put(link);
    };
    for (const lease of open) {
      const known = lost.get(lease.link.sequence);
      if (known === undefined || known.most > ASKED_ALONE) continue;
      const losses = known.losses + 1;
      if (known.most === READ_ALONE || losses >= MOST_ASKED)
        return new LostLeases(lostLinks, lost, { lease, losses });
      await keep({ ...known, losses, most: 1 });
      return new LostLeases(lostLinks, lost);
    }
    for (const { link } of open) {
      const { sequence } = link;
      const losses = Math.min(lost.get(sequence)?.losses ?? 0, MOST_LOST_LEASES - 2);
      const after = afterLoss({ sequence, losses }, open.length);
      if (after !== undefined) await keep(after);
    }
    return new LostLeases(lostLinks, lost);
  }

  private constructor(
    ledger: LostLeasesPorts["lostLinks"],
    lost: Map<number, LostLink>,
    givenUp?: GivenUp,
  ) {
    this.#ledger = ledger;
    this.#lost = lost;
    this.givenUp = givenUp;
  }

  /** Most links in flight at once, as long as those are that are in flight now. */
  get most(): number {
    let most = Infinity;
    for (const sequence of this.#begun)
      most = Math.min(most, this.#lost.get(sequence)?.most ?? Infinity);
    return most;
  }

  /** Returns whether a link may be begun beside so many in flight. */
  mayBegin({ link }: Pick<Lease, "link">, inFlight: number): boolean {
    return inFlight < Math.min(this.most, this.#lost.get(link.sequence)?.most ?? Infinity);
  }

  /**
   * Notes that a link begins, and returns the web for it. Of a link that is alone it is durable that it is asked for
   * before it is, and that its answer is read before it is.
   */
  async begin(
    { link: { sequence } }: Pick<Lease, "link">,
    web: CrawlPorts["web"],
  ): Promise<CrawlPorts["web"]> {
    const lost = this.#lost.get(sequence);
    if (lost === undefined) return web;
    this.#begun.add(sequence);
    if (lost.losses < MOST_LOST_LEASES - 1) return web;
    await this.#ledger?.put({ ...lost, most: ASKED_ALONE });
    return {
      ...web,
      fetch: async (...asked) => {
        const outcome = await web.fetch(...asked);
        await this.#ledger?.put({ ...lost, most: READ_ALONE });
        return outcome;
      },
    };
  }

  /** Notes that the process has survived a link: its losses are forgotten once it is done. */
  async survive({ lease: { link }, result }: HarvestedLink): Promise<void> {
    const { sequence } = link;
    const lost = this.#lost.get(sequence);
    this.#begun.delete(sequence);
    if (lost === undefined) return;
    if (result.kind === "again") return this.#ledger?.put(lost);
    this.#lost.delete(sequence);
    await this.#ledger?.remove(sequence);
  }

  /** Notes that the process is about to end by an error or as the user asked for, so that no link is at fault. */
  async excuse(): Promise<void> {
    await this.#ledger?.put(EXCUSE);
  }
}

/** Returns the result of a link that is given up. */
export function givenUpLink({ lease, losses }: GivenUp, now: number): HarvestedLink {
  const detail = `the process ended ${losses} times while it had this link`;
  const result = done({ state: "failed", reason: PAGE_ERROR, detail });
  return { lease, pace: lease.pace, fetchedAt: now, fetchMs: 0, result };
}
