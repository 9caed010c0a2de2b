import type { ListedPage, PageListing } from "../../lib/ports/page-listing.ts";

/** A listing for as long as the process lasts. */
export function memoryPageListing(): PageListing {
  const listed = new Map<number, ListedPage>();
  return {
    async put(pages) {
      for (const page of pages) listed.set(page.sequence, page);
    },
    read: async (after, limit) =>
      [...listed.values()]
        .filter(({ sequence }) => sequence > after)
        .sort((a, b) => a.sequence - b.sequence)
        .slice(0, limit),
  };
}
