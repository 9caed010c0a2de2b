import type { KeyValueStore } from "../../lib/ports/key-value-store.ts";
import type { PageListing } from "../../lib/ports/page-listing.ts";
import { parseRegister, parseReport } from "../../lib/stack/stack-registers.ts";
import type { PlannerState } from "../../lib/stack/stack-state.ts";

/** Counts how often a planner reports its crawl suspended before all its records are listed. */
export class UnlistedSuspensions {
  count = 0;
  readonly #listing: PageListing;

  /** Watches the planner of a crawl that has this listing. */
  constructor(listing: PageListing) {
    this.#listing = listing;
  }

  /** Returns a store that is watched. */
  watch({ read, write }: KeyValueStore): KeyValueStore {
    return {
      read,
      write: async (name, value, version) => {
        const isWritten = await write(name, value, version);
        if (isWritten && name === "planner") {
          await this.#count(parseRegister("planner", value).status);
        }
        return isWritten;
      },
    };
  }

  async #count(status: PlannerState["status"]): Promise<void> {
    if (status === null || status.state === "running") return;
    const { fetched, failed } = parseReport(status.report).states;
    const upTo = fetched + failed;
    const listed = await this.#listing.select({}, { after: 0, upTo, limit: upTo });
    if (listed.length < upTo) this.count += 1;
  }
}
