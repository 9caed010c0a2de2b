import type { PageRecord } from "../domain/page/page-record.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { ControlRule } from "./crawl-plan.ts";
import { ALIAS } from "./twin-pages.ts";

const NO_RULE = { control: new Set<Url>(), needed: Number.POSITIVE_INFINITY };

/** The parts of a record by which a page of the list counts as fetched. */
export type Processed = Pick<PageRecord, "url" | "state" | "reason">;

/** Counts which control pages a crawl has fetched, under their own name or a twin's. */
export class ControlList {
  readonly #rule: Pick<ControlRule, "control" | "needed">;
  readonly #fetched = new Set<Url>();

  /** Without a rule there are no control pages, and there are never enough. */
  constructor(rule: Pick<ControlRule, "control" | "needed"> = NO_RULE) {
    this.#rule = rule;
  }

  /** Counts a record; one that replaces another of its URL counts alone. */
  count({ url, state, reason }: Processed): void {
    if (!this.#rule.control.has(url)) return;
    if (state === "fetched" || reason === ALIAS) this.#fetched.add(url);
    else this.#fetched.delete(url);
  }

  /** Control pages that are fetched. */
  get fetched(): number {
    return this.#fetched.size;
  }

  /** Whether so many are fetched that the recall is stated. */
  get isEnough(): boolean {
    return this.fetched >= this.#rule.needed;
  }
}
