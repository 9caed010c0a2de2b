import type { PageRecord, PageVerdict } from "../../lib/domain/page/page-record.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "./a-url.ts";

/** Returns the verdict of a page, with sensible defaults. */
export function aVerdict(parts: Partial<PageVerdict> = {}): PageVerdict {
  return {
    ...{ ref: undefined, mediaType: "text/html", bodyBytes: 100, title: "t", language: undefined },
    ...{ utility: 0, isTarget: false, type: undefined, model: "sha256:m", why: "" },
    ...{ fields: {}, links: 0, unusableLinks: {}, outlinks: undefined, structure: undefined },
    truncated: undefined,
    ...parts,
  };
}

/** Returns the record of a fetched page, with sensible defaults. */
export function aRecord(
  url: string,
  { page = {}, ...parts }: Partial<Omit<PageRecord, "page">> & { page?: Partial<PageVerdict> } = {},
): PageRecord {
  return {
    url: aUrl(url),
    host: hostOf(aUrl(url)),
    ...{ sequence: 1, state: "fetched", reason: "page", detail: undefined, status: 200 },
    ...{ depth: 1, layer: 0, parent: undefined, priority: 1, group: "", linkModel: "sha256:m" },
    ...{ linkWhy: "", snippet: undefined, location: undefined, fetchedAt: 0, fetchMs: 0 },
    page: aVerdict(page),
    ...parts,
  };
}

/** Returns the record of a URL that gave no page. */
export function aMiss(url: string, parts: Partial<PageRecord>): PageRecord {
  return { ...aRecord(url), status: undefined, page: undefined, ...parts };
}
