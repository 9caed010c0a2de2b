import { type DowserError, fail } from "../errors.ts";
import { PAGE_ERROR } from "./harvest-link.ts";
import type { LinkOutcome } from "./harvested-link.ts";

/**
 * Pages in a row whose reading throws an error at which a crawl stops: the strategy is at fault then,
 * not the pages.
 */
const MOST_PAGE_ERRORS = 10;

/** Counts the pages in a row whose reading threw an error. */
export class PageErrors {
  #inARow = 0;
  #last: string | undefined;

  count({ state, reason, detail }: Pick<LinkOutcome, "state" | "reason" | "detail">): void {
    if (reason === PAGE_ERROR) {
      this.#last = detail;
      this.#inARow += 1;
    } else if (state === "fetched") this.#inARow = 0;
  }

  get some(): boolean {
    return this.#inARow > 0;
  }

  get areTooMany(): boolean {
    return this.#inARow >= MOST_PAGE_ERRORS;
  }

  /** Returns the error to stop with, and counts from zero: told to go on, a crawl tries as many again. */
  take(): DowserError {
    const pages = this.#inARow;
    this.#inARow = 0;
    return fail("pages-failing", { pages, fault: this.#last ?? "", value: this.#last });
  }
}
