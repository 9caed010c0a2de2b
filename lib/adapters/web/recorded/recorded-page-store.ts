import { basename } from "node:path";
import type { PageRef } from "../../../domain/fetch/page-record.ts";
import type { Url } from "../../../domain/url/url.ts";
import type { PageStore } from "../../../ports/page-store.ts";
import { payloadDigest } from "../../../warc/write-warc.ts";
import type { RecordedWeb } from "./recorded-web.ts";

/** Reads bodies of any length and without a timeout: memory is the only limit. */
const ANY_SIZE = { bodyBytes: Number.MAX_SAFE_INTEGER, timeoutMs: Number.POSITIVE_INFINITY };

/**
 * Creates a store for the pages of a crawl over a recording, which holds them already: it keeps
 * only their places.
 */
export function recordedPageStore(web: Pick<RecordedWeb, "fetch" | "placeOf">): PageStore {
  const refs = new Map<Url, PageRef>();
  return {
    async put({ url, body }) {
      const known = refs.get(url);
      if (known !== undefined) return known;
      const place = web.placeOf(url);
      if (place === undefined) throw new RangeError(`${url} is not in the recording`);
      const { source, offset, length } = place;
      const ref = { segment: basename(source.name), offset, length, digest: payloadDigest(body) };
      refs.set(url, ref);
      return ref;
    },
    // The recording answers these URLs by itself.
    putHead: async () => undefined,
    async get(url) {
      const outcome = refs.has(url) ? await web.fetch(url, ANY_SIZE) : undefined;
      return outcome?.kind === "page" ? outcome : undefined;
    },
    async *urls() {
      yield* refs.keys();
    },
    close: async () => {},
  };
}
