import type { StoredKind } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";

/** The place of a stored page's gzip member. */
export interface PagePlace {
  /** Counted from 1. */
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** The last segment written, and the first byte after its records. */
export interface PagesEnd {
  readonly segment: number;
  readonly offset: number;
}

/** A place with the URL whose answer is there. */
export interface IndexedPlace extends PagePlace {
  readonly url: Url;
  readonly kind: StoredKind;
}

/** The places of what is stored. A URL may have one of each kind. */
export interface PageIndex {
  find(kind: StoredKind, url: Url): PagePlace | undefined;
  /** Adds a place, with the texts of a page in a line: several lines are written at once, or by `flush`. */
  add(kind: StoredKind, url: Url, place: PagePlace, texts?: string): void;
  flush(): void;
  /** Returns the texts of a page in a line; `undefined` where none are kept. */
  texts(url: Url): string | undefined;
  end(): PagesEnd;
  /** Returns the URLs of pages, in order of storing. */
  urls(): Iterable<Url>;
}
