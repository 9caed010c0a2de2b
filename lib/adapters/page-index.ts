import type { Url } from "../domain/url/url.ts";

/** The place of a stored page's gzip member. */
export interface PagePlace {
  /** Counted from 1. */
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** The last segment written, and the first byte after its pages. */
export interface PagesEnd {
  readonly segment: number;
  readonly offset: number;
}

/** The places of stored pages. */
export interface PageIndex {
  find(url: Url): PagePlace | undefined;
  add(url: Url, place: PagePlace): void;
  end(): PagesEnd;
  /** Drops the pages of `segment` that extend beyond `bytes`. */
  cut(segment: number, bytes: number): void;
  /** In order of storing. */
  urls(): Iterable<Url>;
}
