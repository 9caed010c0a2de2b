import { packLines, textsLine, textsOfLine, unpackLines } from "../../lib/adapters/page-texts.ts";
import { storedHeaders } from "../../lib/adapters/warc/stored-page.ts";
import { payloadDigest } from "../../lib/adapters/warc/write-warc.ts";
import type { PageRef } from "../../lib/domain/page/page-record.ts";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { PageStore } from "../../lib/ports/page-store.ts";

interface Stored {
  readonly page: FetchedPage;
  readonly ref: PageRef;
}

/** Pages in memory, for tests and short crawls; `offset` of a place is the order of storing. */
export function memoryPageStore(): PageStore {
  const pages = new Map<Url, Stored>();
  const kept = new Map<Url, Uint8Array>();
  const heads = new Map<Url, PageRef>();
  return {
    async put(page, _fetchedAt, _packed, texts) {
      const there = pages.get(page.url);
      if (there !== undefined) return there.ref;
      const body = new Uint8Array(page.body);
      const ref: PageRef = {
        segment: "memory",
        offset: pages.size,
        length: body.length,
        digest: payloadDigest(body),
      };
      pages.set(page.url, { page: { ...page, headers: storedHeaders(page), body }, ref });
      if (texts !== undefined) kept.set(page.url, packLines([textsLine(texts)]));
      return ref;
    },
    async putRendered(url, html) {
      const stored = pages.get(url);
      const length = html.length;
      const ref = { segment: "memory-rendered", offset: 0, length, digest: payloadDigest(html) };
      if (stored?.page.rendered !== undefined) return ref;
      if (stored !== undefined)
        pages.set(url, { ...stored, page: { ...stored.page, rendered: html } });
      return ref;
    },
    async putHead(url) {
      const there = heads.get(url);
      if (there !== undefined) return there;
      const digest = payloadDigest(new Uint8Array());
      const ref: PageRef = { segment: "memory-heads", offset: heads.size, length: 0, digest };
      heads.set(url, ref);
      return ref;
    },
    get: async (url) => pages.get(url)?.page,
    async texts(url) {
      const packed = kept.get(url);
      return packed && textsOfLine(url, unpackLines(packed).toString());
    },
    async *urls() {
      yield* pages.keys();
    },
    close: async () => {},
  };
}
