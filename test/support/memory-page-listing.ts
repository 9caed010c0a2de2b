import { isSelected, type ListedPage } from "../../lib/domain/page/page-record.ts";
import type { PageListing } from "../../lib/ports/page-listing.ts";

/** Pages that fill an item: few, so that short crawls have several. */
const TOGETHER = 8;

/** A listing for as long as the process lasts. */
export function memoryPageListing(): PageListing {
  const listed = new Map<number, { readonly page: ListedPage; readonly epoch: number }>();
  return {
    together: TOGETHER,
    async put(pages, epoch) {
      const isLate = pages.some(({ sequence }) => (listed.get(sequence)?.epoch ?? 0) > epoch);
      if (isLate) return false;
      for (const page of pages) listed.set(page.sequence, { page, epoch });
      return true;
    },
    select: async (filter, { after, upTo, limit }) =>
      Array.from(listed.values(), ({ page }) => page)
        .filter(({ sequence }) => sequence > after && sequence <= upTo)
        .filter((page) => isSelected(page, filter))
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit),
  };
}
