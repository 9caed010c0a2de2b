import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";
import type { ListedPage } from "../../lib/domain/page/page-record.ts";
import type { ListingForm, PageListing } from "../../lib/ports/page-listing.ts";
import type { MemoryAws } from "./memory-aws.ts";

/** The form that a crawl has not. */
export const OTHER_FORM = { rows: "packed", packed: "rows" } as const satisfies Record<
  ListingForm,
  ListingForm
>;

/** Partitions of a list of pages, in either form. */
const LISTED = ["PAGE", "PAGE-WRITER", "RECORD", "RECORD-INDEX"];

/** Returns the usage of a list of pages. */
export function listedUsage({ partitions }: Pick<MemoryAws, "partitions">): Usage {
  return LISTED.reduce((sum, name) => addUsage(sum, partitions.get(name) ?? NO_USAGE), NO_USAGE);
}

/**
 * Lists pages in a second list, too, so that one crawl counts both forms: what differs between two crawls is then no chance. A list
 * that writes many pages together gets them when they are complete.
 */
export function listedTwice(own: PageListing, other: PageListing): PageListing {
  const waiting = new Map<number, ListedPage>();
  return {
    ...own,
    async put(pages, epoch) {
      for (const page of pages) waiting.set(page.sequence, page);
      const [isListed] = await Promise.all([
        own.put(pages, epoch),
        other.put(takeComplete(waiting, other.together), epoch),
      ]);
      return isListed;
    },
  };
}

/** Takes the pages of complete items out of those that wait, in order. */
function takeComplete(waiting: Map<number, ListedPage>, together: number): ListedPage[] {
  const items = Map.groupBy(waiting.values(), ({ sequence }) =>
    Math.floor((sequence - 1) / together),
  );
  const complete = [...items.values()].filter(({ length }) => length === together).flat();
  for (const { sequence } of complete) waiting.delete(sequence);
  return complete.toSorted((a, b) => a.sequence - b.sequence);
}
