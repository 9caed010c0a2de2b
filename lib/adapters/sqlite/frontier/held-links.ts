import { type FrontierLink, isWaiting, type LinkSummary } from "../../../domain/frontier/link.ts";

/** Links held at most: about 50 MB. */
const MOST_HELD = 50_000;

/** A link with its summary; `leases` counts those ever given for it. */
export interface StoredLink {
  readonly summary: LinkSummary;
  readonly link: FrontierLink;
  readonly leases: number;
}

/**
 * Waiting and leased links, as many as there is room for, in memory: a draw and a rescoring need not
 * read and parse their rows. A link beyond that is in its row alone.
 */
export class HeldLinks {
  readonly #links = new Map<number, StoredLink>();

  get(sequence: number): StoredLink | undefined {
    return this.#links.get(sequence);
  }

  /** Holds a link if there is room, and drops it in any state but waiting and leased. */
  put(stored: StoredLink): StoredLink {
    const { sequence, state } = stored.summary;
    if (!isWaiting(state) && state !== "leased") this.#links.delete(sequence);
    else if (this.#links.size < MOST_HELD || this.#links.has(sequence)) {
      this.#links.set(sequence, stored);
    }
    return stored;
  }

  /** Changes a link, where it is held. */
  update(summary: LinkSummary, change: (held: StoredLink) => Omit<StoredLink, "summary">): void {
    const held = this.#links.get(summary.sequence);
    if (held === undefined) return;
    const { link, leases } = change(held);
    this.put({ summary, link, leases });
  }

  /** The waiting links that are held. */
  waiting(): readonly StoredLink[] {
    return [...this.#links.values()].filter(({ summary }) => isWaiting(summary.state));
  }
}
