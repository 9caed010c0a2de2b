import { basename } from "node:path";
import type { PageRef } from "../../../domain/page/page-record.ts";
import type { FetchedPage } from "../../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import type { PageStore } from "../../../ports/page-store.ts";
import { payloadDigest } from "../../warc/write-warc.ts";
import type { RecordedWeb } from "./recorded-web.ts";

/** Reads bodies of any length and without a timeout: memory is the only limit. */
const ANY_SIZE = { bodyBytes: Number.MAX_SAFE_INTEGER, timeoutMs: Number.POSITIVE_INFINITY };

/**
 * Creates a store for the pages of a crawl over a recording, which holds them already: it keeps
 * only their places, and how far their bodies were read.
 */
export function recordedPageStore(web: Pick<RecordedWeb, "fetch" | "placeOf">): PageStore {
  const refs = new Map<Url, PageRef>();
  const read = new Map<Url, Pick<FetchedPage, "truncated"> & { readonly bodyBytes: number }>();
  return {
    async put({ url, body, truncated }) {
      const known = refs.get(url);
      if (known !== undefined) return known;
      const place = web.placeOf(url);
      if (place === undefined) throw new RangeError(`${url} is not in the recording`);
      const { source, offset, length } = place;
      const ref = { segment: basename(source.name), offset, length, digest: payloadDigest(body) };
      refs.set(url, ref);
      if (truncated) read.set(url, { truncated, bodyBytes: body.byteLength });
      return ref;
    },
    // The recording answers these URLs by itself.
    putHead: async () => undefined,
    async get(url) {
      const outcome = refs.has(url) ? await web.fetch(url, ANY_SIZE) : undefined;
      if (outcome?.kind !== "page") return undefined;
      const { bodyBytes, truncated } = read.get(url) ?? { ...outcome, bodyBytes: undefined };
      return { ...outcome, truncated, body: outcome.body.subarray(0, bodyBytes) };
    },
    async *urls() {
      yield* refs.keys();
    },
    close: async () => {},
  };
}
