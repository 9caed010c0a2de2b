import type { LabelSource } from "../domain/methods/label-need.ts";
import type { Url } from "../domain/web/url/url.ts";

/** A judgement of a page, by a person or by a machine. */
export interface PageLabel {
  /** Ms since the epoch. */
  readonly at: number;
  readonly url: Url;
  /** How relevant the page is, in [0,1]: 1 is good, 0 is bad. */
  readonly label: number;
  /** Who said it, and why, where that is known; at most 500 UTF-16 units each. */
  readonly by?: string;
  /** Set where no person gave it: such a label teaches, and counts in no figure of people. */
  readonly source?: Exclude<LabelSource, "person">;
  readonly note?: string;
}

/** An entry that takes back the label that a page had; `by` says who did it. */
export interface RemovedLabel extends Omit<PageLabel, "label"> {
  readonly label: null;
}

/** A label, or that one is taken back. The last entry of a page applies. */
export type LabelEntry = PageLabel | RemovedLabel;

/** The labels of a crawl, in the order given. Other processes than the crawl may add some. */
export interface LabelStore {
  /** Adds entries after all existing ones; durable when the promise resolves. */
  append(entries: readonly LabelEntry[]): Promise<void>;

  /** Returns all entries. Every later list begins with the entries of earlier ones. */
  list(): Promise<readonly LabelEntry[]>;

  /** Grows with each append and is cheap: shows whether `list` has new entries. */
  size(): Promise<number>;
}
