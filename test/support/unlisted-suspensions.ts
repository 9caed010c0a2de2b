import type { KeyValueStore } from "../../lib/ports/key-value-store.ts";
import type { PageListing } from "../../lib/ports/page-listing.ts";
import { parseRegister, parseReport } from "../../lib/stack/stack-registers.ts";

/** Counts how often a planner reports its shard suspended before all its records are listed. */
export class UnlistedSuspensions {
  count = 0;
  readonly #listings: readonly PageListing[];

  /** Watches the planners of shards that have these listings. */
  constructor(listings: readonly PageListing[]) {
    this.#listings = listings;
  }

  /** Returns a store that is watched. */
  watch({ read, write }: KeyValueStore): KeyValueStore {
    return {
      read,
      write: async (name, value, version) => {
        const isWritten = await write(name, value, version);
        const planner = /^planner(?:-(\d+))?$/.exec(name);
        if (isWritten && planner !== null) {
          const { status } = parseRegister("planner", value);
          await this.#count(this.#listings[Number(planner[1] ?? 0)], status);
        }
        return isWritten;
      },
    };
  }

  async #count(
    listing: PageListing | undefined,
    status: ReturnType<typeof parseRegister<"planner">>["status"],
  ): Promise<void> {
    if (status === null || status.state === "running") return;
    const { fetched, failed } = parseReport(status.report).states;
    const upTo = fetched + failed;
    const listed = await listing?.select({}, { after: 0, upTo, limit: upTo });
    if ((listed?.length ?? 0) < upTo) this.count += 1;
  }
}
