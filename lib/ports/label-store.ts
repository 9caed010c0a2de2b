import type { Url } from "../domain/url/url.ts";

/** The user's judgement of a page. */
export interface PageLabel {
  /** Ms since the epoch. */
  readonly at: number;
  readonly url: Url;
  /** How relevant the page is, in [0,1]: 1 is good, 0 is bad. */
  readonly label: number;
  /** Who said it, and why, where that is known; at most 500 UTF-16 units each. */
  readonly by?: string;
  readonly note?: string;
}

/** The labels of a crawl, in the order given. Other processes than the crawl may add some. */
export interface LabelStore {
  /** Adds labels after all existing ones; durable when the promise resolves. */
  append(labels: readonly PageLabel[]): Promise<void>;

  /** Returns all labels. Every later list begins with the labels of earlier ones. */
  list(): Promise<readonly PageLabel[]>;

  /** Grows with each append and is cheap: shows whether `list` has new labels. */
  size(): Promise<number>;
}
