import { type DowserError, fail } from "../errors.ts";
import { PAGE_ERROR } from "./harvest-link.ts";
import type { HarvestedLink } from "./harvested-link.ts";
import type { DecideRule, Verdict, VerdictState } from "./rules.ts";

/**
 * Pages in a row whose reading throws an error at which a crawl stops: the strategy is at fault then,
 * not the pages.
 */
const MOST_PAGE_ERRORS = 10;

/** Stops a crawl after so many pages in a row whose reading threw an error, or when there is no other page. */
export class PageErrors implements DecideRule {
  readonly name = "page errors";
  #inARow = 0;
  #last: string | undefined;

  /** Counts from zero: told to go on, a crawl tries as many again. */
  begin(): void {
    this.#inARow = 0;
  }

  settle(harvested: HarvestedLink): HarvestedLink {
    if (harvested.result.kind === "again") return harvested;
    const { state, reason, detail } = harvested.result.outcome;
    if (reason === PAGE_ERROR) {
      this.#last = detail;
      this.#inARow += 1;
    } else if (state === "fetched") this.#inARow = 0;
    return harvested;
  }

  verdict({ isEmptyHanded }: VerdictState): Verdict | undefined {
    const most = isEmptyHanded ? 1 : MOST_PAGE_ERRORS;
    return this.#inARow < most ? undefined : { kind: "pages-failing", error: this.#error() };
  }

  #error(): DowserError {
    const pages = this.#inARow;
    return fail("pages-failing", { pages, fault: this.#last ?? "", value: this.#last });
  }
}
