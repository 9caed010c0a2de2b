import type { Url } from "../domain/url/url.ts";

/** What the user says of a page. */
export interface PageLabel {
  /** Ms since the epoch. */
  readonly at: number;
  readonly url: Url;
  /** How much the page is wanted, in [0,1]: 1 is good, 0 is bad. */
  readonly label: number;
}

/** The labels of a crawl, in the order given. Whoever may add some need not be the process that crawls. */
export interface LabelStore {
  /** Adds labels behind all that are there; durable when the promise resolves. */
  append(labels: readonly PageLabel[]): Promise<void>;

  /** All labels. What one call gave, every later one begins with. */
  list(): Promise<readonly PageLabel[]>;

  /** Grows with each append and costs next to nothing: whether `list` has more to say than before. */
  size(): Promise<number>;
}
