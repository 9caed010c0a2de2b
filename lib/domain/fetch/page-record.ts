import type { Snippet } from "../frontier/link.ts";
import type { PageStructure } from "../page/page-structure.ts";
import type { Host, Url } from "../url/url.ts";

/** Where a stored response lies. */
export interface PageRef {
  readonly segment: string;
  /** Of the gzip member that holds the response record, in bytes. */
  readonly offset: number;
  readonly length: number;
  /** Of the body, as WARC-Payload-Digest writes it: `sha1:` with base32, or `sha256:` with hex. */
  readonly digest: string;
}

/** Values taken by the project file's `extract` rules; a rule that matches nothing has no key. */
export type ExtractedFields = Readonly<Record<string, string | readonly string[]>>;

/** What the crawl keeps of a URL it fetched, or gave up: one record a URL, the last one stands. */
export interface PageRecord {
  readonly url: Url;
  readonly host: Host;
  /** Order of settling, from 1, dense over a crawl's records. */
  readonly sequence: number;
  readonly state: "fetched" | "refused" | "failed";
  /** `page`, `redirect`, `gone`, `robots`, `timeout`, `not-recorded` … as in the frontier. */
  readonly reason: string;
  /** Of a refusal or a failure: the line, the address, the error … that it is for, cut at 500 UTF-16 units. */
  readonly detail: string | undefined;
  readonly status: number | undefined;
  readonly depth: number;
  /** Layers begun before the draw, of a layered selection; 0 for the seeds and for all others. */
  readonly layer: number;
  readonly parent: Url | undefined;
  /** Priority at the draw, who set it and why. */
  readonly priority: number;
  readonly group: string;
  readonly linkModel: string;
  readonly linkWhy: string;
  readonly snippet: Snippet | undefined;
  /** Set where `reason` is `page`. */
  readonly page: PageVerdict | undefined;
  /** Target of a redirect. */
  readonly location: Url | undefined;
  /** Ms since the epoch, and ms it took. */
  readonly fetchedAt: number;
  readonly fetchMs: number;
}

/** What was found on a page and judged of it. */
export interface PageVerdict {
  readonly ref: PageRef | undefined;
  readonly mediaType: string;
  readonly bodyBytes: number;
  readonly title: string;
  readonly language: string | undefined;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  readonly model: string;
  readonly why: string;
  readonly fields: ExtractedFields;
  /** Its site asks to keep the page out of indexes, and is obeyed: the page is no target. */
  readonly noindex?: boolean;
  /** Links on the page: usable ones, and reasons of the others. */
  readonly links: number;
  readonly unusableLinks: Readonly<Record<string, number>>;
  /** Links in scope, each as often as it stands on the page, where the strategy keeps them. */
  readonly outlinks: readonly Url[] | undefined;
  /** The page's shape, where the strategy keeps it. */
  readonly structure: PageStructure | undefined;
  /** The first limit that the page met: `bytes`, `seconds`, `depth`, `links` or `paths`. */
  readonly truncated: string | undefined;
}
