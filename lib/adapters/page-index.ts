import type { Url } from "../domain/url/url.ts";

/** Where the member of a stored page lies. */
export interface PagePlace {
  /** From 1. */
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** The segment written last and the first byte behind its pages. */
export interface PagesEnd {
  readonly segment: number;
  readonly offset: number;
}

/** Where stored pages lie. */
export interface PageIndex {
  find(url: Url): PagePlace | undefined;
  add(url: Url, place: PagePlace): void;
  end(): PagesEnd;
  /** Forgets the pages of `segment` that reach beyond `bytes`. */
  cut(segment: number, bytes: number): void;
  /** In order of storing. */
  urls(): Iterable<Url>;
}
