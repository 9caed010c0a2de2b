import { beginPageSegment } from "../../lib/adapters/blobs/blob-pages.ts";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import type { BatchNotice } from "../../lib/stack/batch-message.ts";
import type { BatchPages } from "../../lib/stack/harvester.ts";
import type { Interleaving } from "./interleaving.ts";

/** Pages of a batch that are named and not stored; `closing` runs when the batch closes them. */
export function namedPages(closing: () => Promise<void>): BatchPages {
  return {
    put: async ({ url }) => ({ segment: url, offset: 0, length: 1, digest: "" }),
    putHead: async () => undefined,
    close: closing,
  };
}

/** Pages of a batch that are stored; `closing` runs before the batch closes them. */
export function storedPages(
  blobs: Pick<BlobStore, "putNew">,
  { crawl, id }: BatchNotice,
  time: Interleaving,
  closing: () => Promise<void>,
): BatchPages {
  const segment = beginPageSegment(blobs, `pages/${crawl}/${id}.warc.gz`);
  return {
    put: (...page) => time.work(segment.put(...page)),
    putHead: (...answer) => time.work(segment.putHead(...answer)),
    close: async () => {
      await closing();
      await time.work(segment.close());
    },
  };
}
