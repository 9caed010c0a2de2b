import type { Host } from "../../web/url/url.ts";

/** Pages of a host in a row with the same answer that decide on its other pages. */
const DECIDED_BY = 3;

/** Hosts that are remembered, some megabytes; those that were asked about longest ago are forgotten. */
const MOST_HOSTS = 50_000;

/** Which pages of a host are rendered: those that need it, all, or none. */
export type HostNeed = "needed" | "always" | "never";

interface Seen {
  /** Pages in a row that were rendered and had more, and that had no more. */
  readonly gained: number;
  readonly inVain: number;
}

/**
 * Remembers of each host what its rendered pages had more than the fetched ones. Three pages in a row that
 * had more: all pages of the host are rendered, also those with some content of their own. Three in a row
 * that had no more: none is any more.
 */
export class HostNeeds {
  readonly #seen = new Map<Host, Seen>();

  of(host: Host): HostNeed {
    const { gained, inVain } = this.#seen.get(host) ?? NOTHING_SEEN;
    if (gained >= DECIDED_BY) return "always";
    return inVain >= DECIDED_BY ? "never" : "needed";
  }

  /** Takes whether a page had more text or links by rendering it; one that could not be rendered had not. */
  note(host: Host, hasMore: boolean): void {
    const { gained, inVain } = this.#seen.get(host) ?? NOTHING_SEEN;
    this.#seen.delete(host);
    this.#seen.set(
      host,
      hasMore ? { gained: gained + 1, inVain: 0 } : { gained: 0, inVain: inVain + 1 },
    );
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_HOSTS && oldest !== undefined) this.#seen.delete(oldest);
  }
}

const NOTHING_SEEN: Seen = { gained: 0, inVain: 0 };
