import { ThinnedCurve } from "../domain/measures/thinned-curve.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";

/** The progress of a crawl when `pages` were fetched, in distinct URLs. */
export interface GrowthPoint {
  readonly pages: number;
  /**
   * Discovered so far, by seeds and links: a lower bound when a shorter way to a URL was found
   * later.
   */
  readonly discovered: number;
  /** Fetched, refused when they were drawn, or given up. */
  readonly processed: number;
}

/**
 * Counts of discovered and processed URLs, page by page: past sizes of the frontier are not stored.
 */
export class FrontierGrowth {
  readonly #discoveredBy: ReadonlyMap<Url, number>;
  readonly #curve: ThinnedCurve<GrowthPoint>;
  #pages = 0;
  #discovered = 0;
  #processed = 0;

  /**
   * `metBy` gives for each page the number of URLs discovered by the time of its last link; `most`
   * bounds the points.
   */
  constructor(discoveredBy: ReadonlyMap<Url, number>, most: number) {
    this.#discoveredBy = discoveredBy;
    this.#curve = new ThinnedCurve(most);
  }

  /** Adds the next record, in order of completion. */
  add({ url, page }: Pick<PageRecord, "url"> & { readonly page: unknown }): void {
    this.#processed += 1;
    this.#discovered = Math.max(
      this.#discovered,
      this.#discoveredBy.get(url) ?? 0,
      this.#processed,
    );
    if (page === undefined) return;
    this.#pages += 1;
    this.#curve.add({
      pages: this.#pages,
      discovered: this.#discovered,
      processed: this.#processed,
    });
  }

  points(): readonly GrowthPoint[] {
    return this.#curve.points();
  }
}
