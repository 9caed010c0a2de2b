/** The deciding rules of a crawl as one: which of several answers counts, and how each passes on to the next. */

import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { HarvestedLink } from "./harvested-link.ts";
import type { NewRecord } from "./record-of.ts";
import type { DecideRule, Given, LinkSource, Unasked, Verdict, VerdictState } from "./rules.ts";

/** All deciding rules of a crawl, called in their order. */
export class DecidingRules {
  readonly #rules: readonly DecideRule[];

  constructor(rules: readonly DecideRule[]) {
    this.#rules = rules;
  }

  begin(): void {
    for (const rule of this.#rules) rule.begin?.();
  }

  /** Returns the first refusal. */
  async refuse(link: Lease["link"]): Promise<Unasked | undefined> {
    for (const rule of this.#rules) {
      const refusal = await rule.refuse?.(link);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  lease(given: Lease): Lease {
    return this.#rules.reduce((lease, rule) => rule.lease?.(lease) ?? lease, given);
  }

  async links(given: readonly OfferedLink[]): Promise<readonly OfferedLink[]> {
    let links = given;
    for (const rule of this.#rules) if (rule.links !== undefined) links = await rule.links(links);
    return links;
  }

  /** Opens the source of links of the first rule that has one. */
  async source(): Promise<LinkSource | undefined> {
    return this.#rules.find((rule) => rule.source !== undefined)?.source?.();
  }

  settle(given: HarvestedLink): HarvestedLink {
    return this.#rules.reduce((link, rule) => rule.settle?.(link) ?? link, given);
  }

  async mark(made: NewRecord, given: Given): Promise<NewRecord> {
    let record = made;
    for (const rule of this.#rules) {
      if (rule.mark !== undefined) record = await rule.mark(record, given);
    }
    return record;
  }

  /** Returns the links that any of them offers. */
  async count(
    record: PageRecord,
    replaced: PageRecord | undefined,
  ): Promise<readonly OfferedLink[]> {
    const offered: OfferedLink[] = [];
    for (const rule of this.#rules) {
      const links = await rule.count?.(record, replaced);
      if (links !== undefined) offered.push(...links);
    }
    return offered;
  }

  /** Returns the first verdict. */
  verdict(state: VerdictState): Verdict | undefined {
    for (const rule of this.#rules) {
      const verdict = rule.verdict?.(state);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }
}
