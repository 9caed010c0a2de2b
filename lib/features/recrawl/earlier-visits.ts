import type { PageRecord } from "../../domain/page/page-record.ts";
import type { FetchedPage, HeaderList } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { PackedAnswer } from "../../ports/page-store.ts";
import type { VisitHistory } from "./revisit-order.ts";

/** The last visit of a URL that found a page, a feed or a redirect. */
export interface KnownVisit {
  readonly record: Pick<
    PageRecord,
    "url" | "reason" | "location" | "depth" | "snippet" | "page" | "feed" | "print" | "response"
  > &
    // A stack does not send it: its planner knows which pages were forgotten.
    Partial<Pick<PageRecord, "parent">>;
  /** When the body was stored that later visits only refer to, in ms since the epoch. */
  readonly storedAt: number;
}

/** What the crawls before a recrawl know of its URLs; they are only read. */
export interface KnownVisits {
  /** Returns the last visit that fetched a URL; `undefined` when none did. */
  visit(url: Url): Promise<KnownVisit | undefined>;

  /** Returns whether one of the crawls has discovered a URL. */
  knows(url: Url): Promise<boolean>;

  /** Lists the URLs whose last visit found a page, a feed or a redirect, in the order of their first visits. */
  histories(): Promise<readonly VisitHistory[]>;
}

/** A visit with what it found. */
export interface EarlierVisit extends KnownVisit {
  /** The page as it was stored; `undefined` for a feed, a redirect, and a page that is lost. */
  readonly page: FetchedPage | undefined;
}

/** The answer of a visit that found the body of an earlier one. */
export interface SameAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  /** Whether the server said so, without sending the body. */
  readonly isNotModified: boolean;
}

/** What the crawls before a recrawl found, to compare its answers with. */
export interface EarlierVisits {
  /** Returns the last visit that fetched a URL; `undefined` when none did. */
  last(url: Url): Promise<EarlierVisit | undefined>;

  /** Returns the digest of a body in the form of the records. */
  digestOf(body: Uint8Array): string;

  /** Packs an answer as a reference to the body of an earlier visit. */
  pack(earlier: EarlierVisit, answer: SameAnswer): Promise<PackedAnswer>;
}
