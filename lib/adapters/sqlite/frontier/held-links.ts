import { type FrontierLink, isWaiting, type LinkSummary } from "../../../domain/frontier/link.ts";

/** Most links held in memory: about 50 MB. */
const MOST_HELD = 50_000;

/** A link with its summary; `leases` counts all leases ever given for it. */
export interface StoredLink {
  readonly summary: LinkSummary;
  readonly link: FrontierLink;
  readonly leases: number;
}

/**
 * Waiting and leased links in memory, up to a limit, so that draws and rescorings need not read and
 * parse their rows. Links beyond the limit are only in their rows.
 */
export class HeldLinks {
  readonly #links = new Map<number, StoredLink>();

  get(sequence: number): StoredLink | undefined {
    return this.#links.get(sequence);
  }

  /** Holds a waiting or leased link if there is space; drops a link in any other state. */
  put(stored: StoredLink): StoredLink {
    const { sequence, state } = stored.summary;
    if (!isWaiting(state) && state !== "leased") this.#links.delete(sequence);
    else if (this.#links.size < MOST_HELD || this.#links.has(sequence)) {
      this.#links.set(sequence, stored);
    }
    return stored;
  }

  /** Changes a link if it is held. */
  update(summary: LinkSummary, change: (held: StoredLink) => Omit<StoredLink, "summary">): void {
    const held = this.#links.get(summary.sequence);
    if (held === undefined) return;
    const { link, leases } = change(held);
    this.put({ summary, link, leases });
  }

  /** Returns the held links that wait. */
  waiting(): readonly StoredLink[] {
    return [...this.#links.values()].filter(({ summary }) => isWaiting(summary.state));
  }
}
